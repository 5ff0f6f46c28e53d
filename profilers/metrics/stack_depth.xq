xquery version "3.1";
(: Calls at each depth of the stack. :)
import module namespace m = "urn:jitvm:metrics" at "common.xqm";
declare namespace output = "http://www.w3.org/2010/xslt-xquery-serialization";
declare option output:method "text";
declare variable $tree external;

let $rows :=
  for $method in doc($tree)//method
  where xs:integer($method/executionCount) > 0
  group by $depth := count($method/ancestor-or-self::method)
  return <row depth="{$depth}" calls="{m:sum($method/executionCount)}"/>
let $calls := m:sum($rows/@calls)
let $deepest := xs:integer(max((0, $rows/@depth)))
return m:lines((
  concat("calls ", $calls),
  concat("deepest ", $deepest),
  concat("mean ", m:ratio(m:sum($rows ! (xs:integer(@depth) * xs:integer(@calls))), $calls)),
  for $depth in 1 to $deepest
  let $here := m:sum($rows[@depth = $depth]/@calls)
  return concat("depth ", $depth, " ", $here, " ", m:share($here, $calls))))
