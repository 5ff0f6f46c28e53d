/* What follows from graphs of C2, on pieces of what a fastdebug build of HotSpot 17.0.19 printed. */
#include "base/check_run.h"

#include "adapters/hotspot/hidden_names.h"
#include "adapters/hotspot/kept.h"

#define PROPERTY(name, value) "<p name='" name "'>\n" value "</p>\n"
#define NODE(id, name, type, spec, more)                                                           \
    "<node id='" id "'>\n<properties>\n" PROPERTY("name", name) PROPERTY("type", type)             \
        PROPERTY("dump_spec", spec) more "</properties>\n</node>\n"
#define AT(bcis)               PROPERTY("bci", bcis)
#define INDEX(index)           PROPERTY("idx", index)
#define WAS(index)             PROPERTY("old_node_idx", index)
#define IN_BLOCK(block, share) PROPERTY("block", block) PROPERTY("frequency", share)
#define EDGE(from, to, index)  "<edge from='" from "' to='" to "' index='" index "'/>\n"

#define GROUP(method, judged, scheduled)                                                           \
    "<graphDocument>\n<group>\n<properties>\n" PROPERTY("name", "static jobject " method)          \
        PROPERTY("static", "true") "</properties>\n"                                               \
                                   "<graph name='After Parsing'>\n<nodes>\n" NODE(                 \
                                       "1", "Return", "bottom", "",                                \
                                       "") "</nodes>\n</graph>\n"                                  \
                                           "<graph name='Iter GVN after EA'>\n" judged             \
                                           "</graph>\n"                                            \
                                           "<graph name='Before matching'>\n" CHOSEN "</graph>\n"  \
                                           "<graph name='Global code motion'>\n" scheduled         \
                                           "</graph>\n</group>\n"

/* What the instructions below were. */
#define CHOSEN_AT(index, bcis)                                                                     \
    NODE(index, "CallStaticJava", "tuple:", "# Static _new_instance_Java", INDEX(index) AT(bcis))
#define CHOSEN                                                                                     \
    "<nodes>\n" CHOSEN_AT("320", "0 ") CHOSEN_AT("321", "9 ") CHOSEN_AT("322", "0 14 ")            \
        CHOSEN_AT("323", "0 5 ") "</nodes>\n"

/* A.ret allocates an A at 0. */
#define ALLOCATION                                                                                 \
    NODE("26", "Allocate", "tuple:",                                                               \
         " rawptr:NotNull ( int:&gt;=0, java/lang/Object:NotNull *, bool, top, bool ) A::ret @ "   \
         "bci:0 (line 4)",                                                                         \
         AT("0 "))                                                                                 \
    NODE("22", "ConP", "klass:",                                                                   \
         " #precise klass A: 0x00007f802c2195b0:Constant:exact *  Klass:precise klass A: "         \
         "0x00007f802c2195b0:Constant:exact *",                                                    \
         "")                                                                                       \
    NODE("38", "Proj", "rawptr:", "#5", AT("0 "))                                                  \
    NODE("43", "CheckCastPP", "inst:", " #A:NotNull:exact *  Oop:A:NotNull:exact *", AT("0 "))
#define EDGES EDGE("22", "26", "6") EDGE("26", "38", "0") EDGE("38", "43", "1")

#define SLOW_PATH                                                                                  \
    "Static wrapper for: _new_instance_Java # rawptr:NotNull ( java/lang/Object:NotNull * ) "      \
    "C=0.000100 A::ret @ bci:0 (line 4)"
#define START                                                                                      \
    NODE("3", "Start", "tuple:", " #{0:control, 1:abIO, 2:memory, 3:rawptr:BotPTR}",               \
         IN_BLOCK("2", "1.00000000"))
#define LEFT                                                                                       \
    NODE("148", "CallStaticJavaDirect", "tuple:", SLOW_PATH,                                       \
         IN_BLOCK("3", "0.00010002") AT("7 ") WAS("320"))                                          \
    NODE("235", "Region", "control", "", PROPERTY("idom", "2") IN_BLOCK("3", "0.00010002"))
/* A scheduled graph has its nodes twice. */
#define SCHEDULED "<nodes>\n" START LEFT LEFT START "</nodes>\n"

/* How the object [43] is used. */
#define JUDGED(nodes, edges)                                                                       \
    "<nodes>\n" ALLOCATION nodes "</nodes>\n<edges>\n" EDGES edges "</edges>\n"

static struct log_task *task_of(const char *graphs, const char *method) {
    struct log_task *task = memory_allocate(sizeof *task);
    struct ideal_reader reader = {0};
    task->method = memory_duplicate(method);
    ideal_reader_add(&reader, graphs, strlen(graphs));
    ck_assert_int_eq(reader.done.count, 1);
    ck_assert_str_eq(reader.done.items[0]->method, "A.ret");
    add_kept(task, reader.done.items[0], 64);
    ideal_reader_release(&reader);
    return task;
}

static void forget(struct log_task *task) {
    struct compilation_log log = {0};
    vec_push(&log.tasks, task);
    compilation_log_release(&log);
}

static void expect_reasons(const char *graphs, const char *first, const char *second) {
    struct log_task *task = task_of(graphs, "A.ret(I)LA;");
    ck_assert_int_eq(task->decisions.count, second ? 2 : 1);
    const char *expected[] = {first, second};
    for (uint32_t i = 0; i < task->decisions.count; i++) {
        const struct log_decision *decision = &task->decisions.items[i];
        ck_assert_int_eq(decision->kind, LOG_KEPT);
        ck_assert_str_eq(decision->subject, "A");
        ck_assert_int_eq(decision->at.places.count, 1);
        ck_assert_str_eq(decision->at.places.items[0].method, "A.ret(I)LA;");
        ck_assert_int_eq(decision->at.places.items[0].bci, 0);
        ck_assert_double_eq(decision->frequency, i ? 0 : 1);
        if (!expected[i])
            ck_assert_ptr_null(decision->reason);
        else
            ck_assert_str_eq(decision->reason, expected[i]);
    }
    forget(task);
}

#define EXPECT(nodes, edges, first, second)                                                        \
    expect_reasons(GROUP("A.ret(jint)", JUDGED(nodes, edges), SCHEDULED), first, second)

#define RETURN NODE("103", "Return", "bottom", "", "")

START_TEST(an_object_escapes_where_it_is_used) {
    EXPECT(RETURN, EDGE("43", "103", "5"), "Return", NULL);
    EXPECT(NODE("104", "Rethrow", "bottom", "", ""), EDGE("43", "104", "5"), "Rethrow", NULL);
    EXPECT("", "", NULL, NULL);
    EXPECT(NODE("36", "Proj", "memory", "#2", AT("0 ")) RETURN,
           EDGE("26", "36", "0") EDGE("36", "103", "2"), NULL, NULL);
}
END_TEST

/* As narrow words, below an address. */
#define STORE(spec)                                                                                \
    NODE("90", "EncodeP", "narrowoop:", " #narrowoop: A:NotNull:exact *", "")                      \
    NODE("91", "AddP", "inst:", "", "")                                                            \
    NODE("101", "StoreN", "memory", spec, "") NODE("12", "ConL", "long:", " #long:112", "")
#define STORE_EDGES(object)                                                                        \
    EDGE("43", "90", "1")                                                                          \
    EDGE("90", "101", "3")                                                                         \
    EDGE("91", "101", "2") EDGE(object, "91", "1") EDGE(object, "91", "2") EDGE("12", "91", "3")

/* Another that is made at 9. */
#define OWNER                                                                                      \
    NODE("56", "Allocate", "tuple:", " A::ret @ bci:9 (line 4)", AT("9 "))                         \
    NODE("58", "Proj", "rawptr:", "#5", AT("9 "))                                                  \
    NODE("63", "CheckCastPP", "inst:", " #A:NotNull:exact *  Oop:A:NotNull:exact *", AT("9 "))
#define OWNER_EDGES EDGE("56", "58", "0") EDGE("58", "63", "1")
#define OWNER_LEFT                                                                                 \
    NODE("149", "CallStaticJavaDirect", "tuple:", "_new_instance_Java A::ret @ bci:9 (line 4)",    \
         IN_BLOCK("5", "0.00010002") WAS("321"))
#define EXPECT_WITH_OWNER(left, nodes, edges, reason)                                              \
    expect_reasons(GROUP("A.ret(jint)",                                                            \
                         JUDGED(OWNER STORE(" @A+16 * [narrow], name=next, idx=7;") nodes,         \
                                OWNER_EDGES STORE_EDGES("63") edges),                              \
                         "<nodes>\n" START LEFT left "</nodes>\n"),                                \
                   reason, NULL)

START_TEST(an_object_escapes_with_the_one_that_it_is_stored_in) {
    EXPECT_WITH_OWNER("", "", "", NULL);
    EXPECT_WITH_OWNER(OWNER_LEFT, "", "", "stored into an object that is not replaced");
    EXPECT_WITH_OWNER(OWNER_LEFT, RETURN, EDGE("63", "103", "5"),
                      "stored into an object that escapes");
}
END_TEST

/* Each in the next, and the last is returned: each is asked for once. */
START_TEST(a_long_chain_of_objects_is_judged_soon) {
    enum { LENGTH = 40 };
    struct strbuf nodes = STRBUF_INIT, edges = STRBUF_INIT, text = STRBUF_INIT;
    int object = 43;
    for (int owner = 1000; owner < 1000 + 10 * LENGTH; owner += 10) {
        int address = owner + 3, store = owner + 4;
        strbuf_addf(&nodes,
                    NODE("%d", "Allocate", "tuple:", " A::ret @ bci:9 (line 4)", AT("9 "))
                        NODE("%d", "Proj", "rawptr:", "#5", AT("9 "))
                            NODE("%d", "CheckCastPP", "inst:", "", AT("9 ")),
                    owner, owner + 1, owner + 2);
        strbuf_addf(&nodes,
                    NODE("%d", "AddP", "inst:", "", "") NODE("%d", "StoreP", "memory", "", ""),
                    address, store);
        strbuf_addf(&edges, EDGE("%d", "%d", "0") EDGE("%d", "%d", "1"), owner, owner + 1,
                    owner + 1, owner + 2);
        strbuf_addf(&edges, EDGE("%d", "%d", "2") EDGE("%d", "%d", "3") EDGE("%d", "%d", "2"),
                    owner + 2, address, object, store, address, store);
        object = owner + 2;
    }
    strbuf_addf(&edges, EDGE("%d", "103", "5"), object);
    strbuf_addf(&text,
                GROUP("A.ret(jint)", JUDGED("%s" RETURN, "%s"),
                      "<nodes>\n" START LEFT OWNER_LEFT "</nodes>\n"),
                strbuf_text(&nodes), strbuf_text(&edges));
    expect_reasons(strbuf_text(&text), "stored into an object that escapes", NULL);
    strbuf_release(&nodes);
    strbuf_release(&edges);
    strbuf_release(&text);
}
END_TEST

START_TEST(an_object_escapes_into_what_it_is_stored_in) {
    EXPECT(NODE("97", "ConP", "inst:", " #java/lang/Class:exact *  Oop:java/lang/Class:exact *", "")
               STORE(" @java/lang/Class:exact+112 * [narrow], name=s, idx=9;"),
           STORE_EDGES("97"), "stored into a static field", NULL);
    EXPECT(NODE("10", "Parm", "inst:", "Parm0: A *  Oop:A *", "")
               NODE("112", "CastPP", "inst:", " #A:NotNull *  Oop:A:NotNull *", "")
                   STORE(" @A+16 * [narrow], name=next, idx=7;"),
           EDGE("10", "112", "1") STORE_EDGES("112"), "stored into an object", NULL);
    EXPECT(NODE("25", "LoadN",
                "narrowoop:", " @java/lang/Class:exact+116 * [narrow], name=arr, idx=4;", "")
               NODE("118", "CastPP", "ary:", " #narrowoop: A *[int:&gt;=0]:NotNull *", "")
                   STORE(" @narrowoop: java/lang/Object *[int:&gt;=0]+any * [narrow], idx=12;"),
           EDGE("25", "118", "1") STORE_EDGES("118"), "stored into an array", NULL);
    EXPECT(STORE(" @A+16 * [narrow], name=next, idx=7;"), STORE_EDGES("43"),
           "stored into an object that is not replaced", NULL);
    EXPECT(STORE(" @A+16 * [narrow], name=next, idx=7;") RETURN,
           STORE_EDGES("43") EDGE("43", "103", "5"), "Return", NULL);
}
END_TEST

#define PHI(region)                                                                                \
    NODE("191", "Phi", "inst:", " #A:NotNull:exact *  Oop:A:NotNull:exact *", "")                  \
    NODE("130", region, "control", "", "")
#define PHI_EDGES EDGE("130", "191", "0") EDGE("43", "191", "1")

#define CALL(spec) NODE("97", "CallStaticJava", "tuple:", spec, AT("8 "))

START_TEST(what_a_call_is_passed_escapes_and_what_the_interpreter_would_need_does_not) {
    static const char never[] = "argument of CallStaticJava";
    EXPECT(CALL("# Static  A::never void ( A * ) A::call @ bci:8 (line 15)"), EDGE("43", "97", "5"),
           never, NULL);
    EXPECT(CALL("# Static  A::never void ( int, A * ) A::call @ bci:8 (line 15)"),
           EDGE("43", "97", "6"), never, NULL);
    EXPECT(CALL("# Static  A::never void ( A * ) A::call @ bci:8 (line 15)"), EDGE("43", "97", "6"),
           NULL, NULL);
    EXPECT(CALL("# Static  A::never void (  ) A::call @ bci:8 (line 15)"), EDGE("43", "97", "5"),
           NULL, NULL);
    EXPECT(CALL("# Static uncommon_trap(reason=&apos;unstable_if&apos; action=&apos;reinterpret"
                "&apos; debug_id=&apos;0&apos;)  void ( int ) C=0.000100 A::loop @ bci:23 (line"),
           EDGE("43", "97", "6"), NULL, NULL);
    EXPECT(CALL("# Static  a::many void ( java/lang/Object *, java/lang/Object *, java/lang/Ob"),
           EDGE("43", "97", "9"), NULL, NULL);
    EXPECT(CALL("# Static  a::many void ( java/lang/Object *, java/lang/Object *, java/lang/Ob")
               PHI("Region"),
           PHI_EDGES EDGE("43", "97", "9"), NULL, NULL);
}
END_TEST

START_TEST(a_merge_is_a_reason_where_the_object_does_not_escape) {
    EXPECT(PHI("Region"), PHI_EDGES, "Phi", NULL);
    EXPECT(PHI("CountedLoop"), PHI_EDGES, "Phi of a loop", NULL);
    EXPECT(PHI("Region") NODE("192", "Phi", "inst:", "", "") NODE("131", "Loop", "control", "", ""),
           PHI_EDGES EDGE("131", "192", "0") EDGE("191", "192", "1"), "Phi", NULL);
    EXPECT(PHI("Region") RETURN, PHI_EDGES EDGE("191", "103", "5"), "Return", NULL);
    EXPECT(PHI("Region") NODE("77", "AryEq", "bool", "", ""),
           PHI_EDGES EDGE("43", "77", "2") EDGE("191", "77", "3"), "Phi", NULL);
}
END_TEST

START_TEST(a_use_that_is_not_known_is_named_where_there_is_no_other_reason) {
    EXPECT(NODE("77", "AryEq", "bool", "", ""), EDGE("43", "77", "2"), "AryEq", NULL);
    EXPECT(NODE("77", "AryEq", "bool", "", "") RETURN, EDGE("43", "77", "2") EDGE("43", "103", "5"),
           "Return", NULL);
}
END_TEST

START_TEST(each_reason_is_told_and_the_frequency_once) {
    EXPECT(CALL("# Static  A::never void ( A * ) A::call @ bci:8 (line 15)") RETURN,
           EDGE("43", "97", "5") EDGE("43", "103", "5"), "argument of CallStaticJava", "Return");
}
END_TEST

START_TEST(an_element_at_an_index_that_varies_keeps_the_object) {
    EXPECT(NODE("91", "AddP", "ary:", "", "") NODE("92", "ConvI2L", "long:", "", ""),
           EDGE("43", "91", "1") EDGE("43", "91", "2") EDGE("92", "91", "3"),
           "AddP with an index that is not constant", NULL);
    EXPECT(NODE("91", "AddP", "ary:", "", "") NODE("92", "ConL", "long:", " #long:16", ""),
           EDGE("43", "91", "1") EDGE("43", "91", "2") EDGE("92", "91", "3"), NULL, NULL);
}
END_TEST

#define ARRAY(length_name, length)                                                                 \
    GROUP("A.ret(jint)",                                                                           \
          "<nodes>\n" NODE("26", "AllocateArray", "tuple:", " A::ret @ bci:0 (line 4)", AT("0 "))  \
              NODE("22", "ConP", "klass:", " #precise klass [I: 0x00007f802c2195b0", "")           \
                  NODE("24", length_name, "int:", length, "") "</nodes>\n<edges>\n" EDGE(          \
                      "22", "26", "6") EDGE("24", "26", "8") "</edges>\n",                         \
          SCHEDULED)

static void expect_array(const char *graphs, const char *reason) {
    struct log_task *task = task_of(graphs, "A.ret(I)LA;");
    ck_assert_int_eq(task->decisions.count, 1);
    ck_assert_str_eq(task->decisions.items[0].subject, "[I");
    if (reason)
        ck_assert_str_eq(task->decisions.items[0].reason, reason);
    else
        ck_assert_ptr_null(task->decisions.items[0].reason);
    forget(task);
}

START_TEST(an_array_is_kept_for_its_length) {
    expect_array(ARRAY("ConI", " #int:65"),
                 "AllocateArray above EliminateAllocationArraySizeLimit");
    expect_array(ARRAY("ConI", " #int:64"), NULL);
    expect_array(ARRAY("AndI", ""), "AllocateArray of a length that is not constant");
}
END_TEST

START_TEST(a_hidden_class_has_its_number) {
    struct log_task *task = task_of(
        GROUP("A.ret(jint)",
              "<nodes>\n" NODE("26", "Allocate", "tuple:", " A::ret @ bci:0 (line 4)", AT("0 "))
                  NODE("22", "ConP", "klass:",
                       " #precise klass a/A$$Lambda$1+0x0000000100000a18: 0x00007f802c2195b0",
                       "") "</nodes>\n<edges>\n" EDGE("22", "26", "6") "</edges>\n",
              SCHEDULED),
        "A.ret(I)LA;");
    ck_assert_str_eq(task->decisions.items[0].subject, "a.A$$Lambda/0x0000000000000001");
    hidden_names_forget();
    forget(task);
}
END_TEST

START_TEST(what_is_not_in_the_scheduled_graph_is_not_kept) {
    struct log_task *task = task_of(GROUP("A.ret(jint)", JUDGED(RETURN, EDGE("43", "103", "5")),
                                          "<nodes>\n" START "</nodes>\n"),
                                    "A.ret(I)LA;");
    ck_assert_int_eq(task->decisions.count, 0);
    forget(task);
}
END_TEST

/* A.mk was inlined twice; the second name is cut off. */
#define INLINED(id, bcis)                                                                          \
    NODE(id, "Allocate", "tuple:", " A::mk @ bci:0 (line 11) A::ret @ bci:" bcis " (line 10)",     \
         AT("0 " bcis " "))                                                                        \
    NODE("22", "ConP", "klass:", " #precise klass A: 0x00007f802c2195b0:Constant:exact *", "")
#define INLINED_LEFT(id, was, block, before, share)                                                \
    NODE(id, "CallStaticJavaDirect", "tuple:",                                                     \
         "Static wrapper for: _new_instance_Java # rawptr:NotNull ( java/lang/Object:NotNull * ) " \
         "C=0.000100 A::mk @ bci:0 (line 11) A::r",                                                \
         IN_BLOCK(block, "0.00005001") WAS(was))                                                   \
    NODE("9" id, "Region", "control", "", PROPERTY("idom", before) IN_BLOCK(block, "0.00005001"))  \
    NODE("8" id, "IfTrue", "control", "", IN_BLOCK(before, share))

static void add_inlined(struct log_task *task, int bci, const char *callee) {
    struct log_decision decision = {
        .kind = LOG_INLINED, .subject = memory_duplicate(callee), .count = -1, .frequency = -1};
    log_places_add(&decision.at, "A.ret(I)LA;", bci);
    vec_push(&task->decisions, decision);
}

/* The decisions that follow from the graphs, after two of calls. */
static struct log_task *inlined(const char *first, int at, const char *second, int other) {
    static const char graphs[] =
        GROUP("A.ret(jint)",
              "<nodes>\n" INLINED("137", "14")
                  INLINED("43", "5") "</nodes>\n<edges>\n" EDGE("22", "137", "6")
                      EDGE("22", "43", "6") "</edges>\n",
              "<nodes>\n" START INLINED_LEFT("275", "322", "12", "10", "0.44000000")
                  INLINED_LEFT("335", "323", "4", "6", "0.50000000")
                      INLINED_LEFT("336", "323", "5", "7", "0.06000000") "</nodes>\n");
    struct log_task *task = memory_allocate(sizeof *task);
    struct ideal_reader reader = {0};
    task->method = memory_duplicate("A.ret(I)LA;");
    add_inlined(task, at, first);
    add_inlined(task, other, second);
    ideal_reader_add(&reader, graphs, strlen(graphs));
    add_kept(task, reader.done.items[0], 64);
    ideal_reader_release(&reader);
    return task;
}

START_TEST(a_method_that_was_inlined_has_its_callers_and_copies_are_expected_together) {
    struct log_task *task = inlined("A.mk(I)LA;", 5, "A.mk(I)LA;", 14);
    ck_assert_int_eq(task->decisions.count, 4);
    const struct log_decision *kept = &task->decisions.items[2];
    ck_assert_int_eq(kept[0].at.places.count, 2);
    ck_assert_str_eq(kept[0].at.places.items[0].method, "A.mk(I)LA;");
    ck_assert_int_eq(kept[0].at.places.items[1].bci, 14);
    ck_assert_double_eq_tol(kept[0].frequency, 0.44, 1e-9);
    ck_assert_int_eq(kept[1].at.places.items[1].bci, 5);
    ck_assert_double_eq_tol(kept[1].frequency, 0.56, 1e-9);
    forget(task);
}
END_TEST

START_TEST(a_place_that_two_methods_may_have_is_not_told) {
    struct log_task *task = inlined("A.mk(I)LA;", 5, "A.mk(J)LA;", 5);
    ck_assert_int_eq(task->decisions.count, 2);
    forget(task);
    task = inlined("A.mk(I)LA;", 5, "B.mk(J)LA;", 5);
    ck_assert_int_eq(task->decisions.count, 3);
    forget(task);
}
END_TEST

#define CALLED(id, was, spec, block, share)                                                        \
    NODE(id, "CallStaticJavaDirect", "tuple:", spec " A::ret @ bci:9 (line 4)",                    \
         IN_BLOCK(block, share) WAS(was))

static void add_call(struct log_task *task, enum log_decision_kind kind, int bci) {
    add_inlined(task, bci, "A.mix(I)I");
    vec_last(&task->decisions).kind = kind;
}

/* Of what is called at 9: a loop was unrolled into two copies; a trap and the slow path of an allocation are no calls. */
START_TEST(a_call_that_is_left_is_expected_by_its_blocks) {
    static const char graphs[] =
        GROUP("A.ret(jint)", "",
              "<nodes>\n" NODE("3", "Start", "tuple:", "", IN_BLOCK("2", "0.50000000"))
                  CALLED("66", "321", "Static  A::mix # int ( int )", "5", "0.75000000")
                      CALLED("67", "321", "Static  A::mix # int ( int )", "6", "0.25000000")
                          CALLED("68", "321", "Static wrapper for: uncommon_trap(", "7",
                                 "0.10000000") LEFT "</nodes>\n");
    struct ideal_reader reader = {0};
    struct log_task task = {.method = "A.ret(I)LA;"};
    ideal_reader_add(&reader, graphs, strlen(graphs));
    const struct ideal_graph *scheduled = &reader.done.items[0]->scheduled;
    add_call(&task, LOG_INLINED, 9);
    add_call(&task, LOG_VIRTUAL, 9);
    add_call(&task, LOG_NOT_INLINED, 0);
    add_expected_calls(&task, scheduled);
    ck_assert_double_eq(task.decisions.items[0].frequency, -1);
    ck_assert_double_eq(task.decisions.items[1].frequency, 2);
    ck_assert_double_eq(task.decisions.items[2].frequency, -1);
    task.decisions.items[1].frequency = -1;
    add_call(&task, LOG_NOT_INLINED, 9); /* which of the two is made is not known */
    add_expected_calls(&task, scheduled);
    ck_assert_double_eq(task.decisions.items[1].frequency, -1);
    vec_each(struct log_decision, decision, &task.decisions) {
        memory_free(decision->subject);
        log_places_release(&decision->at);
    }
    vec_release(&task.decisions);
    ideal_reader_release(&reader);
}
END_TEST

static json_int_t nodes_after(const json_t *steps, size_t step, const char *name,
                              const char *kind) {
    const json_t *one = json_array_get(steps, step);
    ck_assert_str_eq(json_string_value(json_object_get(one, "step")), name);
    return json_integer_value(json_object_get(json_object_get(one, "nodes"), kind));
}

START_TEST(each_graph_has_its_nodes_once_by_name) {
    static const char graphs[] =
        GROUP("A.ret(jint)", JUDGED("", ""),
              SCHEDULED "</graph>\n<graph name='After Parsing'>\n"
                        "<nodes>\n" START NODE("1", "Return", "bottom", "", "")
                            NODE("2", "Return", "bottom", "", "") "</nodes>\n");
    struct ideal_reader reader = {0};
    ideal_reader_add(&reader, graphs, strlen(graphs));
    const json_t *steps = reader.done.items[0]->steps;
    ck_assert_int_eq(json_array_size(steps), 4);
    ck_assert_int_eq(nodes_after(steps, 0, "Iter GVN after EA", "Allocate"), 1);
    ck_assert_int_eq(nodes_after(steps, 1, "Before matching", "CallStaticJava"), 4);
    ck_assert_int_eq(nodes_after(steps, 2, "Global code motion", "CallStaticJavaDirect"), 1);
    ck_assert_int_eq(nodes_after(steps, 2, "Global code motion", "Start"), 1);
    ck_assert_int_eq(nodes_after(steps, 3, "After Parsing", "Return"), 2); /* printed again */
    ideal_reader_release(&reader);
}
END_TEST

START_TEST(graphs_may_come_in_pieces_and_damaged) {
    static const char graphs[] = GROUP(
        "A.ret(jint)", JUDGED(RETURN, EDGE("43", "103", "5") EDGE("43", "43", "1")), SCHEDULED);
    for (size_t length = 0; length < sizeof graphs; length += 7) {
        struct ideal_reader reader = {0};
        for (size_t i = 0; i < length; i++) ideal_reader_add(&reader, &graphs[i], 1);
        ideal_reader_add(&reader, "</group>\n", 9);
        ideal_reader_release(&reader);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("kept");
    TCase *tests = tcase_create("pieces of graphs");
    tcase_add_test(tests, an_object_escapes_where_it_is_used);
    tcase_add_test(tests, an_object_escapes_into_what_it_is_stored_in);
    tcase_add_test(tests, an_object_escapes_with_the_one_that_it_is_stored_in);
    tcase_add_test(tests, a_long_chain_of_objects_is_judged_soon);
    tcase_add_test(tests,
                   what_a_call_is_passed_escapes_and_what_the_interpreter_would_need_does_not);
    tcase_add_test(tests, a_merge_is_a_reason_where_the_object_does_not_escape);
    tcase_add_test(tests, a_use_that_is_not_known_is_named_where_there_is_no_other_reason);
    tcase_add_test(tests, each_reason_is_told_and_the_frequency_once);
    tcase_add_test(tests, an_element_at_an_index_that_varies_keeps_the_object);
    tcase_add_test(tests, an_array_is_kept_for_its_length);
    tcase_add_test(tests, a_hidden_class_has_its_number);
    tcase_add_test(tests, what_is_not_in_the_scheduled_graph_is_not_kept);
    tcase_add_test(tests,
                   a_method_that_was_inlined_has_its_callers_and_copies_are_expected_together);
    tcase_add_test(tests, a_place_that_two_methods_may_have_is_not_told);
    tcase_add_test(tests, a_call_that_is_left_is_expected_by_its_blocks);
    tcase_add_test(tests, each_graph_has_its_nodes_once_by_name);
    tcase_add_test(tests, graphs_may_come_in_pieces_and_damaged);
    suite_add_tcase(suite, tests);
    return check_run(suite);
}
