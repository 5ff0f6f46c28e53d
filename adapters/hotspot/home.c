/* HOME: a directory with lib/server/libjvm.so. */
#define _GNU_SOURCE
#include "adapters/hotspot/home.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The home of the first java on the PATH; false where there is none. */
static bool find_on_path(struct strbuf *path) {
    const char *at = getenv("PATH");
    char resolved[PATH_MAX];
    struct strbuf program = STRBUF_INIT;
    bool is_found = false;
    while (at && !is_found) {
        size_t length = strcspn(at, ":");
        strbuf_clear(&program);
        strbuf_addf(&program, "%.*s/java", (int)length, at);
        is_found = access(strbuf_text(&program), X_OK) == 0 &&
                   realpath(strbuf_text(&program), resolved) != NULL;
        at = at[length] ? at + length + 1 : NULL;
    }
    strbuf_release(&program);
    static const char end[] = "/bin/java";
    size_t length = is_found ? strlen(resolved) : 0;
    if (length < sizeof end || strcmp(resolved + length - strlen(end), end) != 0) return false;
    strbuf_add(path, resolved, length - strlen(end));
    return true;
}

/* KEY="value" of the release file. */
static bool release_value(const char *line, const char *key, struct strbuf *value) {
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0 || strncmp(line + length, "=\"", 2) != 0) return false;
    const char *text = line + length + 2;
    strbuf_clear(value);
    strbuf_add(value, text, strcspn(text, "\""));
    return true;
}

/* 17.0.15+6-Debian-1deb12u1 is 17.0.15+6. */
static void shorten(struct strbuf *version) {
    size_t length = strspn(strbuf_text(version), "0123456789.+");
    if (length == version->length) return;
    struct strbuf shorter = STRBUF_INIT;
    strbuf_add(&shorter, version->bytes, length);
    strbuf_release(version);
    *version = shorter;
}

static void read_release(struct java_home *home) {
    struct strbuf path = STRBUF_INIT, implementor = STRBUF_INIT;
    char line[4096];
    strbuf_addf(&path, "%s/release", strbuf_text(&home->path));
    FILE *file = fopen(strbuf_text(&path), "re");
    while (file && fgets(line, sizeof line, file)) {
        release_value(line, "JAVA_RUNTIME_VERSION", &home->version);
        release_value(line, "IMPLEMENTOR", &implementor);
        if (!home->version.length) release_value(line, "JAVA_VERSION", &home->version);
    }
    if (file) fclose(file);
    shorten(&home->version);
    strbuf_addf(&home->name, "HotSpot%s%s", implementor.length ? " of " : "",
                strbuf_text(&implementor));
    strbuf_release(&path);
    strbuf_release(&implementor);
}

static bool has_machine(struct java_home *home, const char *from, struct strbuf *fault) {
    strbuf_addf(&home->libjvm, "%s/lib/server/libjvm.so", strbuf_text(&home->path));
    if (access(strbuf_text(&home->libjvm), R_OK) != 0) {
        strbuf_addf(fault, "there is no JVM at %s (%s): it has no lib/server/libjvm.so",
                    strbuf_text(&home->path), from);
        return false;
    }
    read_release(home);
    if (home->version.length) return true;
    strbuf_addf(fault, "%s/release does not say which version of Java it is",
                strbuf_text(&home->path));
    return false;
}

bool java_home_find(struct java_home *home, const char *given, struct strbuf *fault) {
    *home = (struct java_home){0};
    const char *variable = getenv("JAVA_HOME");
    if (given || (variable && *variable)) {
        strbuf_add_text(&home->path, given ? given : variable);
        return has_machine(home, given ? "--home" : "JAVA_HOME", fault);
    }
    if (find_on_path(&home->path)) return has_machine(home, "java on the PATH", fault);
    strbuf_add_text(fault,
                    "no JVM is found: set JAVA_HOME, give --home DIRECTORY, or install a JDK "
                    "of version 17 to 25, such as openjdk-17-jdk-headless");
    return false;
}

void java_home_release(struct java_home *home) {
    strbuf_release(&home->path);
    strbuf_release(&home->libjvm);
    strbuf_release(&home->version);
    strbuf_release(&home->name);
}
