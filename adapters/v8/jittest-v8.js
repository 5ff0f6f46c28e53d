#!/usr/bin/env -S node --allow-natives-syntax --expose-gc --single-threaded --predictable --min-semi-space-size=64 --max-semi-space-size=64
/* The adapter of V8 (docs/protocol.md), through node 18.15 or later. It is run as a program: the first line has the flags.
 * What a call allocates, by the heap before and after it, is divided by the size of the one object that a calibration twin
 * makes. What calls and measures is never optimised, so that the function under test is not inlined there. V8 traces
 * deoptimisations into a file without a name; its growth tells during which execution they were. (Pieces of what it traces of
 * code that is invalidated go to standard output all the same.) */
'use strict';
const fs = require('fs'), os = require('os'), path = require('path'), v8 = require('v8'), vm = require('vm');
const TURBOFAN = 1 << 6, MARKED_FOR_DEOPTIMIZATION = 1 << 14; /* of %GetOptimizationStatus */
const ROOM = 32 << 20, MOST_WARM_UP = 100000, AGREEING = 3, MOST_PASSES = 10, TWIN_CALLS = 20; /* ROOM: bytes between collections */
const COUNTED = { counted: 'bytes of the heap around each call, divided by the size of an object of the calibration twin' };
const of_bytes = evidence => ({ 'allocation.is': evidence, 'allocation.rate': evidence, 'allocation.bytes': evidence });
const none = (kind, clauses, why) => Object.fromEntries(clauses.split(' ').map(clause => [kind + clause, { none: why }]));
const EVIDENCE = {
    ...of_bytes(COUNTED), ...none('allocation.', 'because predicted kind', 'V8 does not say what its compiler makes of an allocation'),
    ...none('call.', 'is rate share because predicted kind receivers', 'V8 does not say what its compiler makes of a call'),
    ...none('lock.', 'is rate because predicted kind', 'JavaScript has no locks'),
    ...none('', 'rate count ratio distribution ledger', 'JavaScript has no probes'), deoptimizations: { counted: '--trace-deopt' },
    compilations: { counted: '%GetOptimizationStatus after each call' }, returns: { counted: 'each call' },
};
const REASONS = { 'division by zero': 'division_by_zero', 'out of bounds': 'array_bounds', 'wrong map': 'receiver_type' };
function stop(why) {
    process.stderr.write(`jittest-v8: ${why}\n`);
    process.exit(1);
}
function native(text) {
    try { return new Function('f', text); } catch { stop('it is run as a program, not through node: its first line has the flags of V8'); }
}
const status = native('return %GetOptimizationStatus(f);'), spare = native('%NeverOptimizeFunction(f); return f;');
const is_compiled = f => (status(f) & (TURBOFAN | MARKED_FOR_DEOPTIMIZATION)) === TURBOFAN;
const used = () => v8.getHeapStatistics().used_heap_size;

/* Messages: a JSON object in each line. */
const [ask, tell] = ['JITTEST_ASK', 'JITTEST_TELL'].map(name => Number(process.env[name] ?? stop(name + ' is not set')));
let unread = '', decoder = new (require('string_decoder').StringDecoder)(), chunk = Buffer.alloc(1 << 16);
function next() {
    for (let size; !unread.includes('\n'); unread += decoder.write(chunk.subarray(0, size)))
        if (!(size = fs.readSync(ask, chunk))) process.exit(0);
    const line = unread.slice(0, unread.indexOf('\n'));
    unread = unread.slice(line.length + 1);
    return JSON.parse(line);
}
function say(message) {
    for (let rest = Buffer.from(JSON.stringify(message) + '\n'); rest.length;) rest = rest.subarray(fs.writeSync(tell, rest));
}
function runs(values) {
    const texts = values.map(value => JSON.stringify(value)), starts = values.map((_, i) => i).filter(i => !i || texts[i] !== texts[i - 1]);
    return starts.map((start, i) => [(starts[i + 1] ?? values.length) - start, values[start]]);
}
function* turns(rows) {
    for (;; say({ tell: 'more', calls }), rows = next().rows)
        for (const [times, row] of rows) yield* Array(times).fill(row);
}
/* Values. */
const named = name => vm.runInThisContext(`(${name})`);
function function_of(name) {
    if (typeof named(name) === 'function') return named(name);
    throw `${name} is no function`;
}
function read(value) {
    if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
    if (value === null || typeof value !== 'object') return value;
    return 'text' in value ? value.text : 'new' in value ? new (named(value.new))() : value.of.map(read);
}
const class_of = value => value?.constructor?.name ?? 'Object';
function told({ threw, result }) {
    if (threw) return { threw: class_of(threw.error), message: String(threw.error?.message ?? threw.error) };
    if (result === null || typeof result === 'boolean') return result;
    if (typeof result === 'number') return Number.isFinite(result) ? result : String(result);
    return result === undefined ? 'void' : typeof result === 'string' ? { text: result } : { object: class_of(result) };
}
/* What V8 traces, and a call that is measured. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jittest-v8-')), traced = fs.openSync(path.join(folder, 'trace'), 'w+');
fs.rmSync(folder, { recursive: true });
['--trace-deopt', '--trace-opt', '--redirect-code-traces', `--redirect-code-traces-to=/proc/self/fd/${traced}`].forEach(v8.setFlagsFromString);
const traced_until_now = () => fs.fstatSync(traced).size;
const traced_since = start => fs.readFileSync(`/proc/self/fd/${traced}`).subarray(start).toString();
const callers = []; /* by the number of arguments, which are taken out of the row before anything is measured */
function caller(count) {
    const names = Array.from({ length: count }, (_, i) => 'a' + i);
    return callers[count] ??= spare(new Function('used', 'f', 'row', `${names.map((a, i) => `const ${a} = row[${i}];`).join(' ')}
        let result, threw = null;
        const first = used(), before = used();
        try { result = f(${names}); } catch (error) { threw = { error }; }
        const after = used();
        return { result, threw, bytes: (after - before) - (before - first) };`));
}
const call = (f, row) => caller(row.length)(used, f, row.map(read));
/* Makes passes over the rows until, of each, AGREEING agree in its bytes: what is left over at the end of a page of memory counts, too,
 * now in one call and now in another. A pass with a collection during a call is spoilt. */
function measured(rows, one, most_passes) {
    const bytes = Array(rows.length).fill(null), tallies = rows.map(() => new Map());
    for (let passes = 1; ; passes++) {
        const profiler = new v8.GCProfiler(), seen = [], collect = () => (collections++, gc({ type: 'minor' }), used() + ROOM);
        let collections = 0, full = -Infinity;
        profiler.start();
        for (const row of rows) {
            if (used() > full) full = collect();
            seen.push(one(row, seen.length));
        }
        if (profiler.stop().statistics.length === collections) {
            seen.forEach((call, i) => tallies[i].set(call.bytes, (tallies[i].get(call.bytes) ?? 0) + 1));
            tallies.forEach((tally, i) => bytes[i] ??= tally.get(seen[i].bytes) === AGREEING ? seen[i].bytes : null);
        }
        if (!bytes.includes(null) || passes === most_passes) return { seen, bytes, agrees: !bytes.includes(null) };
    }
}

/* The program. */
let f = null, calibration = null, calls = 0, story = null, compilations = [];
function called(row) {
    const in_code = is_compiled(f), seen = call(f, row);
    calls++;
    if (!in_code && is_compiled(f)) compilations.push({ kind: 'compiled', call: calls });
    if (seen.threw) story ??= `call ${calls} threw ${class_of(seen.threw.error)}: ${told(seen).message}, in ${f.name}`;
    return { ...seen, in_code };
}
/* What a call of the twin allocates. It is made when the target was measured, since it warms up what they share. */
function size_of({ twin, name }) {
    for (let i = 0; i < MOST_WARM_UP && !is_compiled(twin); i++) call(twin, []);
    const { bytes, agrees } = measured(Array(TWIN_CALLS).fill([]), row => call(twin, row), MOST_PASSES), all = [...new Set(bytes)];
    return agrees && all.length === 1 && all[0] > 0 ? { size: all[0] } : { why: `calls of ${name} allocated ${all.join(', ')} bytes` };
}
function sites({ bytes, agrees }) {
    if (!calibration) return { sites: [] };
    const { size, why, subject } = Object.assign(calibration, calibration.size || calibration.why ? {} : size_of(calibration));
    if (why || !agrees) return { sites: [], evidence: of_bytes({ none: why ?? `no ${AGREEING} of ${MOST_PASSES} passes agreed in the bytes of call ${bytes.indexOf(null) + 1}` }) };
    const sum = bytes.reduce((a, b) => a + b, 0), odd = bytes.find(one => one % size), effective = runs(bytes.map(one => Math.round(one / size)));
    const evidence = of_bytes(odd ? { estimate: `a call allocated ${odd} bytes, and ${subject} has ${size}` } : COUNTED);
    return { sites: [{ kind: 'allocation', subject, effective, bytes: sum }], evidence };
}
const why_not = () => traced_since(0).match(new RegExp(
    `^\\[(?:disabled|aborted) optimiz.*[ <]${f.name.replace(/\W/g, '\\$&')}[ >].*(?:reason|because): (.*)\\]$`, 'm'))?.[1] ?? null;
/* Questions. */
function flags() {
    const text = require('child_process').spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout;
    return [...text.matchAll(/^ +--(\S+) \(.*\n +type: (\S+) +default: (.*)$/gm)].map(([, name, type, value]) =>
        ({ name, is: !value.startsWith('--no-'), is_switch: type === 'bool' && /^turbo-(?!.*(stats|verify|profiling|stress|force))/.test(name) }));
}
function refusal({ clauses, calibrate, always_inline, tier, background, switches, vm_options }) {
    const known = Object.keys(switches).length || vm_options.length ? flags() : [];
    const no_switch = Object.keys(switches).find(name => !known.some(flag => flag.is_switch && flag.name === name));
    const no_option = vm_options.find(option => !known.some(flag => flag.name === option.replace(/^--(no-)?|=.*/g, '')));
    const [part, why] = [
        ['switches', no_switch && `this V8 has no switch ${no_switch}`], ['vm_options', no_option && `this V8 has no option ${no_option}`],
        ['always_inline', always_inline.length && 'V8 cannot be told to inline'],
        ['tier', tier && tier !== 'turbofan' && 'the compiler that is asked for is turbofan'],
        ['background', background && 'V8 has one thread here, so that it decides the same each time'],
        ['calibrate', !calibrate && clauses.some(clause => clause in of_bytes()) && 'without a calibration twin, bytes are no objects'],
    ].find(([, why]) => why) ?? [];
    return part ? { tell: 'cannot', part, why } : null;
}
const answers = {
    hello: ({ switches }) => ({
        tell: 'hello', protocol: 1, adapter: 'v8', vm: `V8 of node ${process.versions.node}`, version: process.versions.v8, tags: ['v8', 'turbofan'],
        language: 'javascript', inserted_code: false, runs: 'one', evidence: EVIDENCE, reasons: REASONS,
        switches: switches ? flags().filter(flag => flag.is_switch).map(({ name, is }) => ({ name, is })) : [],
    }),
    define({ call, calibrate, source, file, ...asked }) {
        const no = refusal({ calibrate, ...asked }), functions = calibrate ? [call.function, calibrate.function] : [call.function];
        if (no) return no;
        [...asked.vm_options, ...Object.entries(asked.switches).map(([name, is]) => `--${is ? '' : 'no-'}${name}`)].forEach(v8.setFlagsFromString);
        try {
            vm.runInThisContext(source, { filename: file });
            const [called, twin] = functions.map(function_of);
            [...asked.never_inline, ...asked.never_compile].map(function_of).forEach(spare);
            f = called;
            calibration = twin && { twin, name: calibrate.function, subject: calibrate.subject };
        } catch (error) {
            const line = parseInt(String(error?.stack).split(file + ':')[1]);
            return { tell: 'error', message: String(error), ...line && { file, line } };
        }
        return { tell: 'defined' };
    },
    warm_up({ rows, until, at_most, after }) {
        const row = turns(rows), results = [], one = () => results.push(told(called(row.next().value)));
        while (calls < at_most && !(until === 'compiled' && is_compiled(f))) one();
        const is = is_compiled(f), at_call = is ? compilations[compilations.length - 1].call : 0;
        for (let i = 0; until === 'compiled' && is && i < after; i++) one();
        const how = until === 'compiled' && !is ? { tell: 'not_evaluated', why: why_not() } : { tell: 'compiled', at_call, tier: is ? 'turbofan' : null, code_bytes: null };
        return { ...how, calls, results: runs(results), story };
    },
    run({ rows }) {
        const deoptimizations = [], all = rows.flatMap(([times, row]) => Array(times).fill(row));
        story = null;
        const { seen, ...bytes } = measured(all, (row, execution) => {
            const start = traced_until_now(), now = called(row), text = traced_until_now() > start ? traced_since(start) : '';
            for (const [, reason] of text.matchAll(/^\[bailout \(kind: [^,]*, reason: (.*?)\): begin/gm)) deoptimizations.push({ execution, reason });
            return now;
        }, calibration ? MOST_PASSES : 1);
        const [in_code, results] = [seen.map(call => call.in_code), seen.map(told)].map(runs);
        return { tell: 'observed', executions: seen.length, in_code, results, ...sites(bytes), deoptimizations, story };
    },
    decisions: () => ({ tell: 'decisions', events: compilations, unknown: {} }),
};
[used, v8.getHeapStatistics, fs.fstatSync, status, is_compiled, named, read, caller, call, called].forEach(spare); /* what runs around a call */
process.on('uncaughtException', error => stop(error.stack));
for (let question; (question = next()).ask !== 'bye'; say(answers[question.ask](question)))
    if (!(f ? Object.keys(answers) : ['hello', 'define']).includes(question.ask)) stop(`${question.ask} is no question here`);
