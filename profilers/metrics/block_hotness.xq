xquery version "3.1";
(: In how many basic blocks 50 to 100 % of the executed instructions are. :)
import module namespace m = "urn:jitvm:metrics" at "common.xqm";
declare namespace output = "http://www.w3.org/2010/xslt-xquery-serialization";
declare option output:method "text";
declare variable $tree external;

m:hotness("blocks",
  for $block in doc($tree)//basicBlock
  group by $key := m:key($block/..), $first := string($block/@startInstruction)
  return m:sum($block/executionCount) * m:size($block[1]))
