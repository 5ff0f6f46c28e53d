-- The side of an adapter that LuaJIT runs (docs/protocol.md): JSON, one object a line, by the two descriptors that the environment
-- names. Called with the name of the adapter. Interpreted, as the adapter is.
jit.off(true, true)
local ffi, adapter = require 'ffi', ...

-- JSON. An array has its length in n, null is a value of its own.
local null, ESCAPES, LITERALS = {}, { b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }, { ['true'] = true, ['false'] = false }
local function list(...) return { n = select('#', ...), ... } end
local function add(array, value) array.n = array.n + 1; array[array.n] = value end
local function utf8(code)
    local behind, most = '', 0x3f
    if code < 0x80 then return string.char(code) end
    repeat behind, code, most = string.char(0x80 + code % 64) .. behind, math.floor(code / 64), math.floor(most / 2) until code <= most
    return string.char(0x100 - 2 * (most + 1) + code) .. behind
end
local function read_string(text, at)
    local parts = {}
    while true do
        local stop = text:find('["\\]', at)
        parts[#parts + 1] = text:sub(at, stop - 1)
        if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
        local escaped, code, low = text:sub(stop + 1, stop + 1), tonumber(text:match('^u(%x%x%x%x)', stop + 1) or '', 16), nil
        at = stop + (code and 6 or 2)
        low = code and code >= 0xd800 and code < 0xdc00 and text:match('^\\u([dD][c-fC-F]%x%x)', at)
        if low then at, code = at + 6, 0x10000 + (code - 0xd800) * 0x400 + tonumber(low, 16) - 0xdc00 end
        parts[#parts + 1] = code and utf8(code) or ESCAPES[escaped] or escaped
    end
end
local function read(text, at)
    at = text:find('%S', at)
    local first = text:sub(at, at)
    if first == '"' then return read_string(text, at + 1) end
    if first ~= '[' and first ~= '{' then
        local word = text:match('^[%w+.-]+', at)
        local value = LITERALS[word]
        if value == nil then value = word == 'null' and null or assert(tonumber(word), 'no JSON') end
        return value, at + #word
    end
    local out, close, key = first == '[' and list() or {}, first == '[' and ']' or '}', 0
    at = text:find('%S', at + 1)
    while text:sub(at, at) ~= close do
        if first == '[' then key, out.n = out.n + 1, out.n + 1 else key, at = read(text, at); at = text:find(':', at, true) + 1 end
        out[key], at = read(text, at)
        at = text:find('[^%s,]', at)
    end
    return out, at + 1
end
local UTF8 = { '[\194-\223][\128-\191]', '\224[\160-\191][\128-\191]', '[\225-\236\238\239][\128-\191][\128-\191]', '\237[\128-\159][\128-\191]',
    '\240[\144-\191][\128-\191][\128-\191]', '[\241-\243][\128-\191][\128-\191][\128-\191]', '\244[\128-\143][\128-\191][\128-\191]' }
local function quoted(text) -- bytes that are no UTF-8 are told as the characters of their numbers
    local rest = text
    for _, pattern in ipairs(UTF8) do rest = rest:gsub(pattern, ' ') end
    return '"' .. text:gsub(rest:find '[\128-\255]' and '[%c"\\\128-\255]' or '[%c"\\]', function(c) return ('\\u%04x'):format(c:byte()) end) .. '"'
end
local function number(x)
    if x ~= x then return '"NaN"' elseif x == 1 / 0 then return '"Infinity"' elseif x == -1 / 0 then return '"-Infinity"' end
    if x % 1 == 0 and math.abs(x) < 2 ^ 53 then return ('%.0f'):format(x) end
    for digits = 15, 17 do
        local text = ('%.' .. digits .. 'g'):format(x)
        if tonumber(text) == x then return text end
    end
end
local function written(value)
    if value == null or type(value) == 'boolean' then return value == null and 'null' or tostring(value) end
    if type(value) ~= 'table' then return type(value) == 'string' and quoted(value) or number(value) end
    local parts = {}
    if value.n then
        for i = 1, value.n do parts[i] = written(value[i]) end
        return '[' .. table.concat(parts, ',') .. ']'
    end
    for key, member in pairs(value) do parts[#parts + 1] = quoted(key) .. ':' .. written(member) end
    table.sort(parts)
    return '{' .. table.concat(parts, ',') .. '}'
end

-- Values, and lists of equal ones.
local function value_of(told)
    if type(told) ~= 'table' then return type(told) == 'string' and tonumber(told) or told end
    if told.new then return assert(loadstring('return ' .. told.new))()() end
    if not told.of then return told.text end -- null has neither
    local array = {}
    for i = 1, told.of.n do array[i] = value_of(told.of[i]) end
    return array
end
local function told(count, value)
    local kind = type(value)
    if kind == 'number' or kind == 'boolean' then return value end
    return count == 0 and 'void' or kind == 'nil' and null or kind == 'string' and { text = value } or { object = kind }
end
local function runs(values, member) -- or of a member of each
    local out, last = list(), nil
    for i = 1, values.n do
        local value = values[i]
        if member then value = value[member] end
        local text = written(value)
        if text == last then out[out.n][1] = out[out.n][1] + 1 else add(out, list(1, value)) end
        last = text
    end
    return out
end
local function expanded(rows)
    local out = list()
    for _, run in ipairs(rows) do
        for _ = 1, run[1] do add(out, run[2]) end
    end
    return out
end

-- Messages.
ffi.cdef 'typedef struct file file; file *fdopen(int, const char *); long getline(char **, size_t *, file *); int fputs(const char *, file *); int fflush(file *);'
local function stop(why)
    io.stderr:write(adapter, ': ', why, '\n')
    os.exit(1)
end
local function opened(name, mode) return ffi.C.fdopen(tonumber(os.getenv(name) or stop(name .. ' is not set')), mode) end
local ask, tell, line, room = opened('JITTEST_ASK', 'r'), opened('JITTEST_TELL', 'w'), ffi.new 'char *[1]', ffi.new 'size_t[1]'
local function next_question()
    local length = tonumber(ffi.C.getline(line, room, ask))
    if length <= 0 then os.exit(0) end
    return (read(ffi.string(line[0], length), 1))
end
local function say(message)
    ffi.C.fputs(written(message) .. '\n', tell)
    ffi.C.fflush(tell)
end
local function cannot(part, why) return { tell = 'cannot', part = part, why = why } end
local function turns(rows) -- what gives the next row of a warm-up, and asks for more
    local at, left, made = 0, 0, 0
    return function()
        while left == 0 do
            at = at + 1
            if at > rows.n then
                say { tell = 'more', calls = made }
                rows, at = next_question().rows, 1
            end
            left = rows.n > 0 and rows[at][1] or 0
        end
        left, made = left - 1, made + 1
        return rows[at][2]
    end
end

return { null = null, list = list, add = add, read = read, written = written, value_of = value_of, told = told, runs = runs, expanded = expanded,
    stop = stop, next_question = next_question, say = say, cannot = cannot, turns = turns }
