xquery version "3.1";
(: In how many methods 50 to 100 % of the executed instructions are. :)
import module namespace m = "urn:jitvm:metrics" at "common.xqm";
declare namespace output = "http://www.w3.org/2010/xslt-xquery-serialization";
declare option output:method "text";
declare variable $tree external;

m:hotness("methods",
  for $method in doc($tree)//method
  group by $key := m:key($method)
  return m:sum($method/executedInstructions))
