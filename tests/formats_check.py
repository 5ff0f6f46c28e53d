#!/usr/bin/env python3
"""Compares a profile in one format, or what a program that reads the format prints of it, with the same profile as JSON.

    formats_check.py schema PROFILE.json SCHEMA.json
    formats_check.py FORMAT PROFILE.json FILE

Exits 1 with what differs."""
import csv
import json
import re
import sys
import xml.etree.ElementTree as tree

SUMS = ("count", "bytes", "length", "nanoseconds")
BARS_SHOWN = 60
NARROWEST = 0.25  # pixels: of a box in a flame graph
SVG = "{http://www.w3.org/2000/svg}"


def fail(message):
    sys.exit(f"{sys.argv[1]} {sys.argv[3]}: {message}")


def expect(actual, expected, what):
    if actual != expected:
        fail(f"{what}: {actual!r}, not {expected!r}")


def columns_of(table, kinds):
    return [i for i, column in enumerate(table["columns"]) if column["kind"] in kinds]


def sum_of(table, column):
    return sum(row[column] for row in table["rows"])


def amounts_of(profile):
    """Name, total and rows' values of each amount, in order."""
    several = len(profile["tables"]) > 1
    for table in profile["tables"]:
        for column in columns_of(table, SUMS):
            name = table["columns"][column]["name"]
            yield (f"{table['profiler']}.{name}" if several else name, table["totals"][name],
                   [row[column] for row in table["rows"] if row[column]])


def main_total(table):
    return table["totals"][table["main"]]


def check_sums(profile):
    """The totals that a profile states are those of its rows, and places are frames that it has."""
    for table in profile["tables"]:
        for column in columns_of(table, SUMS):
            name = table["columns"][column]["name"]
            expect(sum_of(table, column), table["totals"][name], f"total of {name}")
        for column in columns_of(table, ("site", "path")):
            for row in table["rows"]:
                if row[column] is not None and row[column] >= len(profile["frames"]):
                    fail("a place is no frame")
    for i, frame in enumerate(profile["frames"]):
        if frame["caller"] is not None and frame["caller"] >= i:
            fail("a caller comes behind its frame")


def check_schema(profile, path):
    import jsonschema

    with open(path, encoding="utf-8") as file:
        jsonschema.validate(profile, json.load(file))
    check_sums(profile)


def check_txt(profile, path):
    """Below each table that has rows are its totals, in the order of its columns."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split()[1:] for line in file if re.match(r" *total ", line)]
    for table in profile["tables"]:
        totals = [str(table["totals"][table["columns"][i]["name"]]) for i in columns_of(table, SUMS[:3])]
        if not table["rows"] or not totals:
            continue
        words = iter(lines.pop(0))
        if not all(total in words for total in totals):
            fail(f"no totals {totals} of {table['profiler']}")


def check_csv(profile, path):
    with open(path, encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file, strict=True))
    for number, table in enumerate(profile["tables"]):
        if number:
            expect(lines.pop(0), [], "what is between tables")
        names = [column["name"] for column in table["columns"]]
        expect(lines.pop(0), names, "columns")
        rows = [lines.pop(0) for _ in table["rows"]]
        expect({len(row) for row in rows} - {len(names)}, set(), "cells of rows")
        for column in columns_of(table, SUMS):
            total = sum(int(row[column]) for row in rows)
            expect(total, table["totals"][names[column]], f"total of {names[column]}")
        for column in columns_of(table, ("text", "list")):
            for row, cells in zip(table["rows"], rows):
                if "(" not in (row[column] or "") and not (row[column] or "").startswith("["):
                    expect(cells[column], row[column] or "", names[column])
    expect(lines, [], "what is behind the tables")


def check_xml(profile, path):
    """Everything that JSON says."""
    root = tree.parse(path).getroot()
    expect(root.get("command"), profile["command"], "command")
    expect([mark.text or "" for mark in root.findall("mark")], profile["marks"], "marks")
    for frame, element in zip(profile["frames"], root.findall("frame")):
        for key in ("name", "method", "file"):
            expect(element.get(key), frame[key], key)
        expect(int(element.get("bci", -1)), frame["bci"], "bci")
        expect(int(element.get("line", 0)), frame["line"], "line")
        expect(element.get("inlined") == "true", frame["inlined"], "inlined")
        expect(element.get("caller"), None if frame["caller"] is None else str(frame["caller"]), "caller")
    for table, element in zip(profile["tables"], root.findall("table")):
        expect(element.get("profiler"), table["profiler"], "profiler")
        expect({t.get("column"): int(t.text) for t in element.findall("total")}, table["totals"], "totals")
        rows = [[cell_of_xml(cell) for cell in row] for row in element.findall("row")]
        expect(rows, table["rows"], "rows")


def cell_of_xml(cell):
    if cell.tag == "none":
        return None
    if cell.tag == "place":
        return int(cell.get("frame"))
    read = {"text": lambda text: text or "", "flag": lambda text: text == "true", "number": int, "share": float}
    return read[cell.tag](cell.text)


def check_folded(profile, path):
    """As flamegraph.pl takes lines apart: an amount at the end, and no second one in front of it."""
    total, frames = 0, set()
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.match(r"^(.*)\s+?(\d+(?:\.\d*)?)$", line.rstrip("\n"))
            if not match or re.match(r"^(.*)\s+?(\d+(?:\.\d*)?)$", match[1]):
                fail(f"a line is no stack with one amount: {line}")
            total += int(match[2])
            frames.update(match[1].split(";"))
    expect(total, sum(main_total(table) for table in profile["tables"]), "total")
    for frame in innermost_frames(profile, True):
        name = frame["name"].replace(";", ",") + (f" (line {frame['line']})" if frame["line"] else "")
        if name not in frames and name + "_[i]" not in frames:
            fail(f"no frame is {name}")


def innermost_frames(profile, is_of_main):
    """Of each row with an amount, or a main amount, that is not 0: the frame of its site or path, else of its context."""
    found = set()
    for table in profile["tables"]:
        columns = table["columns"]
        amounts = [i for i in columns_of(table, SUMS) if not is_of_main or columns[i]["name"] == table["main"]]
        places = sorted(columns_of(table, ("site", "path")), key=lambda column: columns[column]["name"] == "context")
        for row in table["rows"]:
            if any(row[i] for i in amounts):
                found.update([row[column] for column in places if row[column] is not None][:1])
    return [profile["frames"][i] for i in found]


def check_speedscope(profile, path):
    with open(path, encoding="utf-8") as file:
        read = json.load(file)
    expect(set(read) - {"exporter", "name", "activeProfileIndex"}, {"$schema", "shared", "profiles"}, "members")
    expect({one["unit"] for one in read["profiles"]} - {"none", "bytes", "nanoseconds"}, set(), "units")
    frames = read["shared"]["frames"]
    for frame in frames:
        expect(set(frame) - {"name", "file", "line"}, set(), "members of a frame")
    amounts = list(amounts_of(profile))
    expect([p["name"] for p in read["profiles"]], [name for name, _, _ in amounts], "profiles")
    for one, (name, total, values) in zip(read["profiles"], amounts):
        expect((one["type"], one["startValue"], one["endValue"]), ("sampled", 0, total), name)
        expect(one["weights"], values, f"weights of {name}")
        expect(len(one["samples"]), len(values), f"samples of {name}")
        for sample in one["samples"]:
            if not sample or any(not 0 <= index < len(frames) for index in sample):
                fail("a sample is no stack of frames")
    if read["profiles"]:
        table = profile["tables"][0]
        active = read["profiles"][read["activeProfileIndex"]]["name"]
        expect(active.split(".")[-1], table["main"], "the profile that is shown first")


def numbers_of(text):
    return [int(word.replace(",", "")) for word in re.findall(r"([\d,]+) *(?:\([ \d.]+%\))?", text)]


def check_callgrind(profile, path):
    """What callgrind_annotate --threshold=100 prints."""
    totals = [total for _, total, _ in amounts_of(profile)]
    total, sums, listed = None, [0] * len(totals), False
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.match(r"^((?: *(?:[\d,]+|\.) *(?:\( *[\d.]+%\))? *)+) +(\S.*)$", line)
            listed |= "file:function" in line
            if not match:
                continue
            cells = [int(cell.replace(",", "")) if cell != "." else 0
                     for cell in re.sub(r"\( *[\d.]+%\)", "", match[1]).split()]
            if match[2].startswith("PROGRAM TOTALS"):
                total = cells
            elif listed:
                sums = [a + b for a, b in zip(sums, cells)]
    if max(totals, default=0) < 2 ** 53 and any(totals):
        expect(total, totals, "program totals")
        expect(sums, totals, "sum of functions")


def check_pprof(profile, path):
    """What go tool pprof -raw prints."""
    amounts = list(amounts_of(profile))
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    types = lines[lines.index("Samples:") + 1].replace("[dflt]", "").split()
    expect([name.rsplit("/", 1)[0] for name in types], [name for name, _, _ in amounts], "sample types")
    sums = [0] * len(amounts)
    for line in lines[lines.index("Samples:") + 2:lines.index("Locations")]:
        match = re.match(r"^ *(\d[\d ]*): [\d ]+$", line)
        if match:
            sums = [a + int(b) for a, b in zip(sums, match[1].split())]
    expect(sums, [total for _, total, _ in amounts], "totals")
    text = "\n".join(lines)
    for frame in innermost_frames(profile, False):
        if f"{frame['name']} {frame['file'] or ''}:{frame['line']} " not in text:
            fail(f"no location has {frame['name']}")


def check_dot(profile, path):
    """What dot -Tjson0 prints."""
    with open(path, encoding="utf-8") as file:
        read = json.load(file, strict=False)
    for number, table in enumerate(profile["tables"]):
        nodes = [o for o in read.get("objects", []) if o["name"].startswith(f"n{number}_")]
        expect(sum(int(node["self"]) for node in nodes), main_total(table), f"total of {table['profiler']}")


def sides_of(table):
    """The columns of a table that is shown back to back."""
    sums = columns_of(table, SUMS)
    kinds = [table["columns"][column]["kind"] for column in [*range(table["keys"]), *sums]]
    return sums if len(kinds) == 3 and kinds[0] == "ordinal" and kinds[1] == kinds[2] else None


def check_side(bars, name, amounts, is_left):
    expect([int(bar.get("data-amount")) for bar in bars], amounts, f"bars of {name}")
    widths = [float(bar.get("width")) for bar in bars]
    begins = [float(bar.get("x")) + (width if is_left else 0) for bar, width in zip(bars, widths)]
    heights = [float(bar.get("y")) for bar in bars]
    if any(abs(begin - begins[0]) > 0.02 for begin in begins) or heights != sorted(set(heights)):
        fail(f"bars of {name} do not begin at the axis, each below the one before")
    return widths


def check_back_to_back(root, profile):
    """Bars are as long as their amounts are large, by one scale for both sides; what a side has more is marked."""
    boxes = [box for box in root.findall(SVG + "rect") if box.get("class") in ("left", "right")]
    marks = [float(box.get("width")) for box in root.findall(SVG + "rect") if box.get("class") == "more"]
    texts = [text.text for text in root.findall(SVG + "text")]
    for table in profile["tables"]:
        sides, count = sides_of(table), len(table["rows"])
        if not sides:
            continue
        bars, boxes = boxes[:2 * count], boxes[2 * count:]
        rows = [[row[column] for column in sides] for row in table["rows"]]
        widths = [check_side(bars[side::2], table["columns"][column]["name"], [row[side] for row in rows], side == 0)
                  for side, column in enumerate(sides)]
        unit = max(map(max, widths), default=0) / max(1, *map(max, rows)) if rows else 0
        for row, *lengths in zip(rows, *widths):
            if any(abs(length - amount * unit) > 0.02 for length, amount in zip(lengths, row)):
                fail(f"bars of {row} are {lengths} long, {unit} for one")
            if row[0] != row[1] and abs((marks.pop(0) if marks else 0) - abs(row[0] - row[1]) * unit) > 0.02:
                fail(f"the difference of {row} is marked otherwise")
        for column, side in zip(sides, zip(*rows)):
            total = sum(side)
            for amount in side:
                if amount and f"{amount} ({100 * amount / total:.2f} %)" not in texts:
                    fail(f"no text says {amount} of {total}")
            if rows and f"{table['columns'][column]['header']}: {total}" not in texts:
                fail(f"no heading says {total}")
        for row in table["rows"]:
            if str(row[0]) not in texts:
                fail(f"no text says {row[0]}")
    expect((boxes, marks), ([], []), "bars of no table")


def check_svg(profile, path):
    """Boxes at the bottom of a flame graph, and bars, sum to their tables."""
    root = tree.parse(path).getroot()
    expect(root.tag, SVG + "svg", "the root")
    if "prefers-color-scheme: dark" not in root.find(SVG + "style").text:
        fail("it has no dark colours")
    check_back_to_back(root, profile)
    if len(profile["tables"]) != 1:
        return
    table = profile["tables"][0]
    boxes = [(float(r.get("y")), int(r.get("data-amount")), r.get("class")) for r in root.findall(SVG + "rect")
             if r.get("data-amount")]
    main_column = [column["name"] for column in table["columns"]].index(table["main"])
    expected = sum(row[main_column] for row in table["rows"][:BARS_SHOWN])
    left_out = 0
    if columns_of(table, ("path",)):
        bottom = max((y for y, _, _ in boxes), default=0)
        boxes = [box for box in boxes if box[0] == bottom]
        expected = main_total(table)
        left_out = len(table["rows"]) * expected * NARROWEST / float(root.get("width"))
    total = sum(amount for _, amount, side in boxes if side != "right")
    if not expected - left_out <= total <= expected:
        fail(f"boxes sum to {total}, not {expected}")


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        profile = json.load(file)
    globals()["check_" + sys.argv[1]](profile, sys.argv[3])


main()
