xquery version "3.1";
(: Allocations among the executed instructions. :)
import module namespace m = "urn:jitvm:metrics" at "common.xqm";
declare namespace output = "http://www.w3.org/2010/xslt-xquery-serialization";
declare option output:method "text";
declare variable $tree external;
declare variable $classes external;

let $executions := m:executions(doc($tree), doc($classes))
let $instructions := m:sum($executions?*)
let $kinds := ("new", "newarray", "anewarray", "multianewarray")
let $sum := m:sum($kinds ! $executions(.))
return m:lines((
  concat("allocations ", $sum),
  concat("instructions ", $instructions),
  concat("in a thousand instructions ", m:ratio($sum * 1000, $instructions)),
  for $kind in $kinds
  return concat($kind, " ", m:sum($executions($kind)), " ", m:share(m:sum($executions($kind)), $sum))))
