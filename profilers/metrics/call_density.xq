xquery version "3.1";
(: Calls among the executed instructions. :)
import module namespace m = "urn:jitvm:metrics" at "common.xqm";
declare namespace output = "http://www.w3.org/2010/xslt-xquery-serialization";
declare option output:method "text";
declare variable $tree external;

let $calls := m:sum(doc($tree)//method/executionCount)
let $instructions := m:sum(doc($tree)//executedInstructions)
return m:lines((
  concat("calls ", $calls),
  concat("instructions ", $instructions),
  concat("in a thousand instructions ", m:ratio($calls * 1000, $instructions))))
