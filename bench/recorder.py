#!/usr/bin/env python3
"""An adapter that says what another one says, and keeps what a program did in the VM.

    recorder.py FOLDER ADAPTER [OPTION]...

Each program becomes a line of a file in FOLDER: a key, the same in each recording, the size of its code, what the compiler decided and
what the executions did. VM_OPTIONS of the environment are options of the VM. Else what is asked and told goes through as it is."""
import hashlib
import json
import os
import subprocess
import sys

folder, adapter = sys.argv[1], sys.argv[2:]
WHAT_IT_IS = {"define": ("call", "classes", "javascript", "lua"), "warm_up": ("rows",), "rows": ("rows",), "run": ("rows",)}


class Program:
    def __init__(self):
        self.key, self.told = hashlib.sha256(), {"code_bytes": 0, "observed": [], "events": []}

    def add(self, question, answer):
        for member in WHAT_IT_IS.get(question["ask"], ()):
            self.key.update(json.dumps(question.get(member), sort_keys=True).encode())
        self.told["code_bytes"] = answer.get("code_bytes", self.told["code_bytes"])
        if answer.get("tell") == "observed":
            self.told["observed"].append(answer)
        self.told["events"] += answer.get("events", [])


def write(program, file):
    if program:
        file.write(json.dumps({"key": program.key.hexdigest(), **program.told}) + "\n")
        file.flush()


its_ask, ask = os.pipe()
tell, its_tell = os.pipe()
process = subprocess.Popen(adapter, pass_fds=(its_ask, its_tell), env=dict(os.environ, JITTEST_ASK=str(its_ask), JITTEST_TELL=str(its_tell)))
os.close(its_ask)
os.close(its_tell)
program = None
with open(int(os.environ["JITTEST_ASK"]), encoding="utf-8") as questions, open(int(os.environ["JITTEST_TELL"]), "w", encoding="utf-8") as answers, \
        open(ask, "w", encoding="utf-8") as asked, open(tell, encoding="utf-8") as told, \
        open(f"{folder}/{os.getpid()}", "w", encoding="utf-8") as kept:
    for line in questions:
        question = json.loads(line)
        if question["ask"] in ("define", "bye"):
            write(program, kept)
            program = None
        if question["ask"] == "define":
            question["vm_options"] += os.environ.get("VM_OPTIONS", "").split()
        asked.write(json.dumps(question) + "\n")
        asked.flush()
        answer = told.readline()
        if not answer:
            break
        if question["ask"] == "define":
            program = Program()
        if program:
            program.add(question, json.loads(answer))
        answers.write(answer)
        answers.flush()
    write(program, kept)
sys.exit(process.wait())
