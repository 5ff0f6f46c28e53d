xquery version "3.1";
(: Instructions of a basic block: of each that was executed, and weighted by executions. :)
import module namespace m = "urn:jitvm:metrics" at "common.xqm";
declare namespace output = "http://www.w3.org/2010/xslt-xquery-serialization";
declare option output:method "text";
declare variable $tree external;

let $blocks :=
  for $block in doc($tree)//basicBlock
  where xs:integer($block/executionCount) > 0
  group by $key := m:key($block/..), $first := string($block/@startInstruction)
  return <block size="{m:size($block[1])}" executions="{m:sum($block/executionCount)}"/>
let $executions := m:sum($blocks/@executions)
return m:lines((
  concat("blocks ", count($blocks)),
  concat("executions ", $executions),
  concat("instructions of a block ", m:ratio(m:sum($blocks/@size), count($blocks))),
  concat("instructions of an execution ",
    m:ratio(m:sum($blocks ! (xs:integer(@size) * xs:integer(@executions))), $executions))))
