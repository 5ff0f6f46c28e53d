#!/usr/bin/env python3
"""Conversations of the protocol of adapters (docs/protocol.md): lines that begin with "> " are asked, those with "< " told.

    protocol_check.py read SCHEMA FILE                   validates the conversation that a file has
    protocol_check.py play SCHEMA FILE ADAPTER [OPTION]  has it with an adapter: what it tells is valid, and has the members
                                                         of the file's lines, with these values; "…" stands for any value

    protocol_check.py quotes PAGE SOURCE...              the blocks ```lua of a page stand in a source

What is played may also have "* TEXT", a line that is said though it is no question, "= TEXT", a line that the adapter's program
prints, and "! STATUS", how the adapter ends (0).
Other lines are no part of the conversation. Exits 1 with what differs, 77 where jsonschema is not installed."""
import json
import os
import signal
import subprocess
import sys

PATIENCE = 600  # seconds for a conversation


def fail(message):
    sys.exit(f"{sys.argv[3]}: {message}")


def validator_of(path):
    try:
        import jsonschema
    except ImportError:
        print("python3-jsonschema is not installed")
        sys.exit(77)
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def validate(validator, line):
    try:
        message = json.loads(line)
    except ValueError as error:
        fail(f"no JSON: {error}: {line}")
    errors = sorted(validator.iter_errors(message), key=lambda error: (-len(error.absolute_path), str(error.message)))
    if errors:
        while errors[0].context:
            errors = sorted(errors[0].context, key=lambda error: -len(error.absolute_path))
        place = "".join(f"[{step!r}]" for step in errors[0].absolute_path)
        fail(f"not valid{' at ' + place if place else ''}: {errors[0].message}: {line}")
    return message


def conversation_of(path):
    """Pairs of a mark and what follows it; only of the fenced blocks where a file is Markdown."""
    is_fenced = not path.endswith(".md")
    with open(path, encoding="utf-8") as file:
        for line in file:
            if path.endswith(".md") and line.startswith("```"):
                is_fenced = not is_fenced
            elif is_fenced and line[:2] in ("> ", "< ", "* ", "= ", "! "):
                yield line[0], line[2:].rstrip("\n")


def check_order(marks):
    """Each question is followed by one message, bye by none."""
    for (mark, line), (following, _) in zip(marks, marks[1:] + [("", "")]):
        is_bye = mark == ">" and json.loads(line)["ask"] == "bye"
        if mark == following or (mark == "<" and following not in (">", "")) or (mark == ">" and not is_bye and following != "<"):
            fail(f"out of order behind: {line}")


def read(validator, path):
    marks = [(mark, line) for mark, line in conversation_of(path) if mark in "<>"]
    for _, line in marks:
        validate(validator, line)
    if not marks:
        fail("it has no conversation")
    check_order(marks)


def difference(expected, actual, place):
    """What an actual value lacks or has otherwise; None where it agrees."""
    if expected == "…":
        return None
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            if name not in actual:
                return f"{place}.{name} is missing"
            found = difference(value, actual[name], f"{place}.{name}")
            if found:
                return found
        return None
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        return next(filter(None, (difference(*pair, f"{place}[{i}]") for i, pair in enumerate(zip(expected, actual)))), None)
    if type(expected) is type(actual) and expected == actual:
        return None
    return f"{place} is {json.dumps(actual)[:400]}, not {json.dumps(expected)[:400]}"


def start(command):
    ask, tell = os.pipe(), os.pipe()
    environment = {**os.environ, "JITTEST_ASK": str(ask[0]), "JITTEST_TELL": str(tell[1])}
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment,
                             pass_fds=(ask[0], tell[1]))
    os.close(ask[0])
    os.close(tell[1])
    return child, open(ask[1], "w", encoding="utf-8"), open(tell[0], encoding="utf-8")


def play(validator, path, command):
    signal.alarm(PATIENCE)
    child, asks, tells = start(command)
    printed, status = [], 0
    try:
        for mark, line in conversation_of(path):
            if mark in ">*":
                if mark == ">":
                    validate(validator, line)
                asks.write(line + "\n")
                asks.flush()
            elif mark == "<":
                told = tells.readline()
                if not told:
                    fail(f"the adapter ended, instead of telling {line}")
                found = difference(json.loads(line), validate(validator, told), "it")
                if found:
                    fail(f"{found}: {told.strip()[:1000]}")
            elif mark == "=":
                printed.append(line)
            else:
                status = int(line)
        asks.close()
        rest = tells.read()
        if rest:
            fail(f"told, but not asked for: {rest}")
        output = child.communicate()[0].decode()
        if output != "".join(line + "\n" for line in printed):
            fail(f"its output is {output!r}")
        if child.returncode != status:
            fail(f"it ends with {child.returncode}, not {status}")
    finally:
        child.kill()


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def quotes(page, *sources):
    blocks, texts = text_of(page).split("```lua\n")[1:], [text_of(source) for source in sources]
    for block in blocks:
        quoted = block.split("```")[0]
        if not any(quoted in text for text in texts):
            fail(f"it does not have, as {page} says:\n{quoted}")
    if not blocks:
        fail(f"{page} quotes nothing")


def main():
    if sys.argv[1] == "quotes":
        return quotes(*sys.argv[2:])
    validator = validator_of(sys.argv[2])
    if sys.argv[1] == "read":
        read(validator, sys.argv[3])
    else:
        play(validator, sys.argv[3], sys.argv[4:])


if __name__ == "__main__":
    main()
