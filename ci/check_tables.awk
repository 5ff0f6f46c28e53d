# The program of ci/check_tables.sh. It reads the tables, then the sources for what expands rows and pastes names, then the
# sources again for what uses the names.

function complain(words) {
    print words
    bad = 1
}

# --- text ---

# A line without comments, which may begin and end in other lines; without what is in texts and characters unless [keeps_texts].
function code_of(line, keeps_texts,    code, mark) {
    if (!in_comment && line !~ /["'\/]/) return line
    while (line != "") {
        if (in_comment) {
            mark = index(line, "*/")
            if (!mark) return code
            line = substr(line, mark + 2)
            in_comment = 0
        } else if (match(line, /"([^"\\]|\\.)*"|'([^'\\]|\\.)+'|\/\*|\/\//)) {
            mark = substr(line, RSTART, RLENGTH)
            code = code substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + RLENGTH)
            if (mark == "//") return code
            if (mark == "/*") in_comment = 1
            else code = code (keeps_texts ? mark : "0")
        } else {
            return code line
        }
    }
    return code
}

# The arguments of a call, whose "(" stands before [text], into arguments[1...], and what follows it into after. Their number;
# 0 when the call does not end there.
function split_arguments(text,    depth, count, mark, i) {
    depth = count = 1
    arguments[1] = ""
    while (depth && match(text, /"([^"\\]|\\.)*"|'([^'\\]|\\.)+'|[(){},]/)) {
        mark = substr(text, RSTART, RLENGTH)
        arguments[count] = arguments[count] substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + RLENGTH)
        if (mark == "(" || mark == "{") depth++
        if (mark == ")" || mark == "}") depth--
        if (mark == "," && depth == 1) arguments[++count] = ""
        else if (depth) arguments[count] = arguments[count] mark
    }
    for (i = 1; i <= count; i++) gsub(/^[ \t\n]+|[ \t\n]+$/, "", arguments[i])
    after = text
    return depth ? 0 : count
}

function is_name(text) {
    return text ~ /^[A-Za-z_][A-Za-z_0-9]*$/
}

function is_test(file) {
    return file ~ /_test\.c$|^tests\//
}

# --- tables: rows[table, macro] rows, of them row[table, macro, n] the line and cell[table, macro, n, column] ---

# "needs no user: why" excuses the rows in its line, or those of the macros that its line names.
function excuse(line,    text) {
    excused_line[FILENAME, FNR] = 1
    for (text = $0; line !~ /[^ \t]/ && match(text, /[A-Z_]+/); text = substr(text, RSTART + RLENGTH)) {
        excused_macro[FILENAME, substr(text, RSTART, RLENGTH)] = 1
    }
}

function read_table_line(    macro, count, i, line) {
    if (/^[ \t]*#/ && !in_comment) return
    line = code_of($0, 1)
    if (/needs? no user/) excuse(line)
    if (pending == "") pending_line = FNR
    pending = pending line "\n"
    while (match(pending, /[A-Z_][A-Z_0-9]*\(/)) {
        macro = substr(pending, RSTART, RLENGTH - 1)
        count = split_arguments(substr(pending, RSTART + RLENGTH))
        if (!count) return
        if (count == 1 && arguments[1] == "") count = 0
        pending = after
        i = ++rows[FILENAME, macro]
        if (i == 1) macros[FILENAME] = macros[FILENAME] " " macro
        row[FILENAME, macro, i] = pending_line
        for (; count; count--) {
            cell[FILENAME, macro, i, count] = arguments[count]
            if (count > columns[FILENAME, macro]) columns[FILENAME, macro] = count
        }
    }
    if (pending !~ /[^ \t\n;]/) pending = ""
}

# --- expansions: the #defines of a row's macro where its table is included ---

function add_definition(line,    name, count) {
    sub(/^#[ \t]*define[ \t]+/, "", line)
    name = line
    sub(/\(.*/, "", name)
    count = split_arguments(substr(line, length(name) + 2))
    for (parameters[name] = count; count; count--) parameter[name, count] = arguments[count]
    body[name] = after
}

# The words of a macro's body in its parameters: words[1...] with @n@ for the n-th, "#" before those that become texts, and pasted
# parts in one. Their number.
function words_of(name,    text, token, count, is_pasted, is_text, i) {
    text = body[name]
    count = 0
    while (match(text, /"([^"\\]|\\.)*"|[A-Za-z_][A-Za-z_0-9]*|##?|[^A-Za-z_"# \t]+/)) {
        token = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (token == "##") {
            is_pasted = 1
        } else if (token == "#") {
            is_text = 1
        } else if (is_name(token)) {
            for (i = parameters[name]; i; i--) {
                if (token != (parameter[name, i] == "..." ? "__VA_ARGS__" : parameter[name, i])) continue
                token = "@" i "@"
                break
            }
            if (is_pasted) words[count] = words[count] token
            else words[++count] = (is_text ? "#" : "") token
            is_pasted = is_text = 0
        }
    }
    return count
}

# Notes which columns of the rows of a table this expansion of them reads, and which names it makes of them.
function add_expansion(table, macro,    count, i, column, word) {
    is_expanded[table, macro] = 1
    for (i = parameters[macro]; i; i--) {
        if (parameters[macro] == columns[table, macro]) title[table, macro, i] = parameter[macro, i]
    }
    count = words_of(macro)
    for (i = 1; i <= count; i++) {
        word = words[i]
        if (word !~ /@/) continue
        if (word !~ /^#/) forms[table, macro] = forms[table, macro] " " word
        while (match(word, /@[0-9]+@/)) {
            column = substr(word, RSTART + 1, RLENGTH - 2)
            word = substr(word, RSTART + RLENGTH)
            is_read[table, macro, column] = 1
            if (parameter[macro, column] != "...") continue
            for (; column <= columns[table, macro]; column++) is_read[table, macro, column] = 1
        }
    }
}

function include_table(table,    count, i, names) {
    if (!(table in macros)) table = "vm/" table
    if (is_test(FILENAME) && table !~ /^tests/) return
    is_included[table] = 1
    count = split(macros[table], names, " ")
    for (i = 1; i <= count; i++) if (names[i] in body) add_expansion(table, names[i])
}

# --- names: those that sources have, and those that macros paste ---

function keep_pasting_macro(name,    count, i) {
    if (name in is_row_macro) return
    count = words_of(name)
    for (i = 1; i <= count; i++) if (words[i] ~ /@./ && words[i] !~ /^(#|@[0-9]+@$)/) pastes[name] = pastes[name] " " words[i]
}

# A form with the arguments in it.
function filled(form,    column) {
    while (match(form, /@[0-9]+@/)) {
        column = substr(form, RSTART + 1, RLENGTH - 2)
        form = substr(form, 1, RSTART - 1) arguments[column] substr(form, RSTART + RLENGTH)
    }
    return form
}

function use_names(text,    word, count, forms_of_it, i, rest) {
    while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
        word = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        is_used[word] = 1
        if (!(word in pastes) || text !~ /^\(/) continue
        split_arguments(substr(text, 2))
        count = split(pastes[word], forms_of_it, " ")
        for (i = 1; i <= count; i++) is_used[filled(forms_of_it[i])] = 1
    }
}

function read_source_line(    line, name) {
    line = unfinished code_of($0, 1)
    if (line ~ /\\$/) {
        sub(/\\$/, " ", line)
        unfinished = line
        return
    }
    unfinished = ""
    if (pass == "expansions") {
        if (line ~ /^#[ \t]*define[ \t]+[A-Za-z_0-9]+\(/) {
            add_definition(line)
            match(line, /define[ \t]+[A-Za-z_0-9]+/)
            name = substr(line, RSTART, RLENGTH)
            sub(/define[ \t]+/, "", name)
            keep_pasting_macro(name)
        } else if (line ~ /^#[ \t]*include[ \t]+".*\.def"/) {
            split(line, quoted, "\"")
            include_table(quoted[2])
        }
    } else if (!is_test(FILENAME) && line !~ /^#[ \t]*include/) {
        gsub(/"([^"\\]|\\.)*"/, "0", line)
        use_names(line)
    }
}

# --- what is found ---

function fill_arguments(table, macro, n,    i) {
    split("", arguments)
    for (i = 1; i <= columns[table, macro]; i++) arguments[i] = cell[table, macro, n, i]
}

# Does the form give each row of the macro a name of its own?
function names_rows(table, macro, form,    n, name, seen) {
    for (n = 1; n <= rows[table, macro]; n++) {
        fill_arguments(table, macro, n)
        name = filled(form)
        if (!is_name(name) || name in seen) return 0
        seen[name] = 1
    }
    return 1
}

function make_names(table, macro,    count, i, n, form) {
    count = split(forms[table, macro], form, " ")
    for (i = 1; i <= count; i++) {
        if ((table, macro, form[i]) in is_done) continue
        is_done[table, macro, form[i]] = 1
        is_own = names_rows(table, macro, form[i])
        for (n = 1; n <= rows[table, macro]; n++) {
            fill_arguments(table, macro, n)
            name = filled(form[i])
            if (is_own) own[table, macro, n] = own[table, macro, n] " " name
            if (!((name, table) in is_made)) {
                is_made[name, table] = 1
                makers[name]++
            }
        }
    }
}

function check_columns(table, macro,    i) {
    for (i = 1; i <= columns[table, macro]; i++) {
        if (!((table, macro, i) in is_read)) complain(table ": nobody reads column " i " of " macro ": " title[table, macro, i])
    }
}

function check_rows(table, macro,    n, count, i, names, is_alive) {
    if ((table, macro) in excused_macro) return
    for (n = 1; n <= rows[table, macro]; n++) {
        if ((table, row[table, macro, n]) in excused_line) continue
        count = split(own[table, macro, n], names, " ")
        is_alive = !count
        for (i = 1; i <= count; i++) if (names[i] in is_used || makers[names[i]] > 1) is_alive = 1
        if (!is_alive) complain(table ":" row[table, macro, n] ": nobody uses " names[1] " of " macro)
    }
}

function for_each_table(what,    t, count, i, names) {
    for (t = 1; t <= table_count; t++) {
        count = split(macros[tables[t]], names, " ")
        for (i = 1; i <= count; i++) {
            if (what == "make") make_names(tables[t], names[i])
            else if ((tables[t], names[i]) in is_expanded) {
                check_columns(tables[t], names[i])
                check_rows(tables[t], names[i])
            } else complain(tables[t] ": nobody expands " names[i])
        }
    }
}

FNR == 1 {
    in_comment = 0
    pending = unfinished = ""
    split("", body)
    split("", parameters)
    if (pass == "tables") tables[++table_count] = FILENAME
}
pass == "tables" { read_table_line() }
pass != "tables" { read_source_line() }
END {
    for_each_table("make")
    for_each_table("check")
    exit bad
}
