xquery version "3.1";
(: Executions of each bytecode instruction. :)
import module namespace m = "urn:jitvm:metrics" at "common.xqm";
declare namespace map = "http://www.w3.org/2005/xpath-functions/map";
declare namespace output = "http://www.w3.org/2010/xslt-xquery-serialization";
declare option output:method "text";
declare variable $tree external;
declare variable $classes external;

let $executions := m:executions(doc($tree), doc($classes))
let $sum := m:sum($executions?*)
return m:lines((
  concat("instructions ", $sum),
  for $name in map:keys($executions)
  where $executions($name) > 0
  order by $executions($name) descending, $name
  return concat($name, " ", $executions($name), " ", m:share($executions($name), $sum))))
