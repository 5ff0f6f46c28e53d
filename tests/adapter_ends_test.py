#!/usr/bin/env python3
"""An adapter ends that has compiled when nobody reads its answers, and when it is sent a signal: libgccjit has handlers of its own then.

    adapter_ends_test.py CONVERSATION ADAPTER [OPTION]..."""

import signal
import subprocess
import sys

sys.dont_write_bytecode = True
from protocol_check import start

PATIENCE = 60


def questions(path):
    with open(path, encoding="utf-8") as conversation:
        return [line[2:] for line in conversation if line.startswith("> ")]


def ask(question, asking):
    asking.write(question)
    asking.flush()


def start_and_compile(asked, command):
    adapter, asking, telling = start(command)
    for question in asked:
        ask(question, asking)
        answer = telling.readline()
    if '"compiled"' not in answer:
        sys.exit("FAILED: nothing was compiled: " + answer)
    return adapter, asking, telling


def stop_reading(adapter, asking, telling, question):
    telling.close()
    ask(question, asking)


def main():
    asked, command, failed = questions(sys.argv[1]), sys.argv[2:], False
    compiling = next(i for i, question in enumerate(asked) if '"warm_up"' in question) + 1
    ends = {"nobody reads": lambda *ends: stop_reading(*ends, asked[compiling])}
    for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
        ends[number.name] = lambda adapter, asking, telling, number=number: adapter.send_signal(number)
    for name, end in ends.items():
        adapter, asking, telling = start_and_compile(asked[:compiling], command)
        end(adapter, asking, telling)
        try:
            adapter.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            adapter.kill()
            adapter.wait()
            print(f"FAILED: {name}: it goes on")
            failed = True
    return failed


sys.exit(main())
