#!/usr/bin/env python3
"""Tells what an adapter says, but for lies of one kind.

    meddler.py KIND ADAPTER [OPTION]...

The adapter is one of class files whose runs are `many`. Each of the lies is one that a check of `jittest conformance` finds."""
import json
import os
import subprocess
import sys

kind, adapter = sys.argv[1], sys.argv[2:]
definitions = chunks = 0


def single(runs):
    return [[1, value] for times, value in runs for _ in range(times)]


def no_lies(answer):
    """Runs may be as short as one likes."""
    for told in [answer] + answer.get("sites", []):
        for member in {"results", "in_code", "effective"} & set(told):
            told[member] = single(told[member])


def of_allocations(answer):
    """What is made by left code, by lambdas and by the library is told of a bytecode that does not make it; the first objects are
    not told; an execution's objects are told of another."""
    for site in answer.get("sites", []):
        at = site["at"]
        if site.get("maker") == "deoptimization":
            del site["maker"]
            at["bci"] += 1
        elif "lambda$" in at["method"]:
            at["method"], at["bci"] = "A.foo(I)V", 0
        elif site["subject"] == "java.lang.Integer":
            at["method"], at["bci"], site["callers"] = "A.foo(I)V", 0, []
        elif answer["executions"] == 12345:
            site["effective"] = [[3000, 0], [9345, 1]]
        elif chunks == 1 and answer["executions"] == 100:
            site["bytes"] = 5500
        site["effective"].reverse()


def of_compilations(answer):
    """What is defined a second time is compiled in another call, which is none of a compilation, and its static fields are not new."""
    if answer.get("at_call"):
        answer["at_call"] = definitions
    if answer.get("tell") == "compiled" and definitions > 1:
        answer["results"] = [[times, value + 2 if isinstance(value, int) else value] for times, value in answer["results"]]


def of_code(answer):
    """What is compiled is not entered, as code that has no entry but a loop's; its size is that of other code."""
    if answer.get("tell") == "observed":
        answer["in_code"] = [[answer["executions"], False]]
    if answer.get("code_bytes"):
        answer["code_bytes"] = 8


def of_results(answer):
    """The measured calls return something else."""
    if answer.get("tell") == "observed":
        answer["results"] = [[answer["executions"], 77]]


meddle = {f.__name__: f for f in (no_lies, of_allocations, of_compilations, of_code, of_results)}[kind]
its_ask, ask = os.pipe()
tell, its_tell = os.pipe()
process = subprocess.Popen(adapter, pass_fds=(its_ask, its_tell), env=dict(os.environ, JITTEST_ASK=str(its_ask), JITTEST_TELL=str(its_tell)))
os.close(its_ask)
os.close(its_tell)
with os.fdopen(int(os.environ["JITTEST_ASK"])) as questions, os.fdopen(int(os.environ["JITTEST_TELL"]), "w") as answers, \
        os.fdopen(ask, "w") as asked, os.fdopen(tell) as told:
    for line in questions:
        question = json.loads(line)["ask"]
        definitions += question == "define"
        chunks = 0 if question == "define" else chunks + (question == "run")
        asked.write(line)
        asked.flush()
        answer = told.readline()
        if not answer:
            break
        message = json.loads(answer)
        meddle(message)
        answers.write(json.dumps(message) + "\n")
        answers.flush()
sys.exit(process.wait())
