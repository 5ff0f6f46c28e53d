#!/usr/bin/env luajit
-- The adapter of LuaJIT 2.1 (docs/protocol.md). LuaJIT compiles traces; the code of a function is the trace that begins at its
-- entry. What calls and measures is interpreted, so that no trace goes through it. The collector stands still while memory is
-- measured: what a call allocated, divided by the size of the one object that a calibration twin makes, are objects.
jit.off(true, true)
local util, vmdef, here = require 'jit.util', require 'jit.vmdef', arg[0]:match '^.*/' or './'
local found = package.searchpath('conversation', here .. '../common/?.lua;' .. here .. 'share/jittest/?.lua;' .. here .. '../share/jittest/?.lua')
local talk = assert(loadfile(assert(found, 'jittest-luajit: conversation.lua is missing')))('jittest-luajit')
local null, list, add, runs, cannot = talk.null, talk.list, talk.add, talk.runs, talk.cannot
local MOST_WARM_UP, MOST_PASSES, TWIN_CALLS, SETTLING, ROOM, MOST_EXITS = 10000, 10, 20, 1000, 2 ^ 18, 2 ^ 16 -- ROOM: KiB between collections
local SWITCHES = { 'abc', 'cse', 'dce', 'dse', 'fold', 'fuse', 'fwd', 'loop', 'narrow', 'sink' }
local function of_bytes(evidence) return { ['allocation.is'] = evidence, ['allocation.rate'] = evidence, ['allocation.bytes'] = evidence } end
local COUNTED = { counted = 'memory before and after each call, divided by the size of an object of the calibration twin' }
local EVIDENCE = of_bytes(COUNTED)
EVIDENCE.deoptimizations, EVIDENCE.returns = { counted = 'exits from traces to the interpreter, by jit.attach' }, { counted = 'each call' }
EVIDENCE.compilations = { counted = 'traces that begin at the entry of the function, and their side traces, by jit.attach' }
for kinds, why in pairs {
    ['allocation. because predicted kind'] = 'LuaJIT does not say what it makes of an allocation',
    ['call. is rate share because predicted kind receivers'] = 'LuaJIT records a trace through calls, and does not tell which',
    ['lock. is rate because predicted kind'] = 'Lua has no locks', [' rate count ratio distribution ledger'] = 'Lua has no probes' } do
    for clause in kinds:gmatch ' (%a+)' do EVIDENCE[kinds:match '^%S*' .. clause] = { none = why } end
end

-- The program, and what LuaJIT tells of it.
local target, calibration, calls, story, compilations, bytes_before = nil, nil, 0, null, list(), 0
local traces, is_of_target, exits, exit_count = {}, false, require 'ffi'.new('int[?]', 2 * MOST_EXITS), 0
local function why_aborted(reason, info)
    if type(reason) ~= 'number' then return tostring(reason) end
    if type(info) == 'function' then info = util.funcinfo(info).loc or 'a function of C' end
    return (vmdef.traceerr[reason]:gsub('%%[ds]', (tostring(info):gsub('%%', '%%%%'))))
end
jit.attach(function(what, trace, f, pc, a, b)
    if what == 'start' then is_of_target = a and traces[a] or not a and f == target and pc == 0
    elseif what == 'flush' then traces = {}
    elseif is_of_target then
        traces[trace] = what == 'stop'
        add(compilations, what == 'stop' and { kind = 'compiled', call = calls + 1 } or { kind = 'bailed_out', call = calls + 1, reason = why_aborted(a, b) })
    end
end, 'trace')
jit.attach(function(trace, exit) -- without allocating
    if exit_count < MOST_EXITS then exits[2 * exit_count], exits[2 * exit_count + 1], exit_count = trace, exit, exit_count + 1 end
end, 'texit')
local function entry_trace(f) -- nil where the function is not compiled from its entry
    local header = util.funcbc(f, 0)
    local name = vmdef.bcnames:sub(header % 256 * 6 + 1, header % 256 * 6 + 6)
    return name:find '^JFUNC' and math.floor(header / 65536) % 65536 or nil
end

-- A call that is measured.
local function tally(...) return select('#', ...), (...) end
local function enter(f, ...)
    bytes_before = collectgarbage 'count'
    local count, value = tally(f(...))
    return (collectgarbage 'count' - bytes_before) * 1024, count, value
end
local function call(f, row)
    local ended, bytes, count, value = pcall(enter, f, unpack(talk.value_of { of = row }, 1, row.n))
    if ended then return { bytes = bytes, result = talk.told(count, value) } end
    return { bytes = (collectgarbage 'count' - bytes_before) * 1024, result = { threw = 'error', message = tostring(bytes) }, threw = true }
end
local function called(row)
    local in_code, seen = entry_trace(target) ~= nil, call(target, row)
    calls, seen.in_code = calls + 1, in_code
    if seen.threw and story == null then story = ('call %d threw %s'):format(calls, seen.result.message) end
    return seen
end
local function measured(rows, one, most_passes) -- passes over the rows, until two agree in their bytes
    local seen, last
    for pass = 1, most_passes do
        local bytes, full = {}, 0
        seen = list()
        for i = 1, rows.n do
            if collectgarbage 'count' > full then
                collectgarbage 'collect'
                collectgarbage 'stop'
                full = collectgarbage 'count' + ROOM
            end
            add(seen, one(rows[i], i - 1))
            bytes[i] = seen[i].bytes
        end
        collectgarbage 'restart'
        if table.concat(bytes, ' ') == last then return seen, bytes, true end
        last = table.concat(bytes, ' ')
    end
    return seen, last, false
end
local function calibrate() -- when the target was measured, for the twin warms up what they share
    for _ = 1, MOST_WARM_UP do call(calibration.twin, list()) end
    local _, bytes, agrees = measured(talk.expanded(list(list(TWIN_CALLS, list()))), function(row) return call(calibration.twin, row) end, MOST_PASSES)
    local same = agrees and table.concat(bytes, ' ') == (bytes[1] .. ' '):rep(#bytes):sub(1, -2)
    calibration.size = same and bytes[1] > 0 and bytes[1]
    calibration.why = not calibration.size and ('calls of %s allocated %s bytes'):format(calibration.name, agrees and table.concat(bytes, ', ') or bytes)
end
local function sites_of(bytes, agrees)
    if not calibration then return list(), {} end
    if not calibration.size and not calibration.why then calibrate() end
    local why = calibration.why or not agrees and ('the bytes of no two of %d passes agreed'):format(MOST_PASSES)
    if why then return list(), of_bytes { none = why } end
    local size, sum, effective, evidence = calibration.size, 0, list(), COUNTED
    for i, one in ipairs(bytes) do
        sum = sum + one
        add(effective, math.floor(one / size + 0.5))
        if one % size ~= 0 then evidence = { estimate = ('a call allocated %d bytes, and %s has %d'):format(one, calibration.subject, size) } end
    end
    return list { kind = 'allocation', subject = calibration.subject, effective = runs(effective), bytes = sum }, of_bytes(evidence)
end

-- Questions.
local function set_options(question)
    for name, is in pairs(question.switches) do
        if not (' ' .. table.concat(SWITCHES, ' ') .. ' '):find(' ' .. name .. ' ', 1, true) then return cannot('switches', 'LuaJIT has no switch ' .. name) end
        jit.opt.start((is and '+' or '-') .. name)
    end
    for _, option in ipairs(question.vm_options) do
        if not pcall(jit.opt.start, option) then return cannot('vm_options', 'LuaJIT has no option ' .. option) end
    end
end
local function refusal(question)
    if question.never_inline.n > 0 then return cannot('never_inline', 'a trace of LuaJIT goes through every call') end
    if question.always_inline.n > 0 then return cannot('always_inline', 'LuaJIT cannot be told to inline') end
    if question.tier ~= null and question.tier ~= 'trace' then return cannot('tier', 'LuaJIT has traces only') end
    if question.background then return cannot('background', 'LuaJIT compiles where it runs') end
    for _, clause in ipairs(question.clauses) do
        if question.calibrate == null and of_bytes(true)[clause] then return cannot('calibrate', 'without a calibration twin, bytes are no objects') end
    end
    return set_options(question)
end
local answers = {}
function answers.hello(question)
    local switches, on = list(), ' ' .. table.concat({ jit.status() }, ' ', 2) .. ' '
    for _, name in ipairs(question.switches and SWITCHES or {}) do add(switches, { name = name, is = on:find(' ' .. name .. ' ', 1, true) ~= nil }) end
    return { tell = 'hello', protocol = 1, adapter = 'luajit', vm = 'LuaJIT', version = jit.version:match '%S+$', tags = list 'luajit', language = 'lua',
        inserted_code = false, runs = 'one', evidence = EVIDENCE, reasons = { ['JIT compilation disabled for function'] = 'never_compile' }, switches = switches }
end
-- Functions share the counters that make them hot. Those of the adapter, which are not compiled, cease to count when they get hot.
local function settle()
    local rows = talk.expanded(list(list(SETTLING, list(1, list(1, 2)))))
    target, calls = function() end, 0
    answers.warm_up { rows = rows, ['until'] = 'calls', at_most = SETTLING }
    answers.run { rows = rows }
    for _ = 1, SETTLING / 20 do talk.read(talk.written(answers.hello { switches = true }), 1) end
    jit.off() -- and on: all counters begin anew
    jit.on()
    calls = 0
end
function answers.define(question)
    local no = refusal(question)
    if no then return no end
    local names = list(question.call['function'])
    if question.calibrate ~= null then add(names, question.calibrate['function']) end
    for _, name in ipairs(question.never_compile) do add(names, name) end
    local chunk, why = loadstring(question.source .. '\nreturn {' .. table.concat(names, ',') .. '}', '@' .. question.file)
    local ended, program = pcall(chunk or function() error(why, 0) end)
    for i, name in ipairs(names) do
        if ended and not (type(program[i]) == 'function' and util.funcinfo(program[i]).linedefined) then ended, program = false, name .. ' is no function of Lua' end
    end
    if not ended then
        local at = tostring(program):match('^.*:(%d+): ')
        return { tell = 'error', message = tostring(program), file = at and question.file, line = at and tonumber(at) }
    end
    for i = names.n - question.never_compile.n + 1, names.n do jit.off(program[i]) end
    settle()
    target = program[1]
    calibration = question.calibrate ~= null and { twin = program[2], name = names[2], subject = question.calibrate.subject } or nil
    return { tell = 'defined' }
end
function answers.warm_up(question)
    local row, results = talk.turns(question.rows), list()
    local function one() add(results, called(row()).result) end
    local is_asked = question['until'] == 'compiled'
    while calls < question.at_most and not (is_asked and entry_trace(target)) do one() end
    local trace, at_call = entry_trace(target), 0
    for _, event in ipairs(compilations) do at_call = trace and at_call == 0 and event.kind == 'compiled' and event.call or at_call end
    for _ = 1, is_asked and trace and question.after or 0 do one() end
    local answer = { tell = 'compiled', at_call = at_call, tier = trace and 'trace' or null, code_bytes = trace and #util.tracemc(trace) or 0 }
    if is_asked and not trace then answer = { tell = 'not_evaluated', why = compilations.n > 0 and compilations[compilations.n].reason or null } end
    answer.calls, answer.results, answer.story = calls, runs(results), story
    return answer
end
function answers.run(question)
    local rows, left = talk.expanded(question.rows), list()
    story = null
    local seen, bytes, agrees = measured(rows, function(row, execution)
        exit_count = 0
        local now = called(row)
        for i = 0, exit_count - 1 do add(left, { execution = execution, reason = ('exit %d of trace %d'):format(exits[2 * i + 1], exits[2 * i]) }) end
        return now
    end, calibration and MOST_PASSES or 1)
    local sites, evidence = sites_of(bytes, agrees)
    return { tell = 'observed', executions = rows.n, in_code = runs(seen, 'in_code'), results = runs(seen, 'result'), sites = sites, evidence = evidence,
        deoptimizations = left, story = story }
end
function answers.decisions() return { tell = 'decisions', events = compilations, unknown = {} } end

for question in talk.next_question do
    if question.ask == 'bye' then os.exit(0) end
    if not answers[question.ask] or not target and question.ask ~= 'hello' and question.ask ~= 'define' then talk.stop(question.ask .. ' is no question here') end
    talk.say(answers[question.ask](question))
end
