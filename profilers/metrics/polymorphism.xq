xquery version "3.1";
(: Targets of virtual and interface calls: of their sites, and weighted by their calls. A target has the name that the instruction
   names: initialisers of classes, and loaders, are called at call sites, too. :)
import module namespace m = "urn:jitvm:metrics" at "common.xqm";
declare namespace output = "http://www.w3.org/2010/xslt-xquery-serialization";
declare option output:method "text";
declare variable $tree external;
declare variable $classes external;

let $code := m:code(doc($classes))
let $sites :=
  for $method in doc($tree)//callsite/method
  let $caller := $method/../..
  let $number := xs:integer($method/../@instruction)
  let $instruction := $code(m:key($caller))/instruction[$number]
  where $instruction/@mnemonic = ("invokevirtual", "invokeinterface") and $instruction/@callee = $method/@name
    and xs:integer($method/executionCount) > 0
  group by $site := concat(m:key($caller), " ", $number)
  return <site targets="{count(distinct-values($method/m:key(.)))}" calls="{m:sum($method/executionCount)}"/>
let $calls := m:sum($sites/@calls)
return m:lines((
  concat("sites ", count($sites)),
  concat("calls ", $calls),
  concat("targets of a site ", m:ratio(m:sum($sites/@targets), count($sites))),
  concat("targets of a call ", m:ratio(m:sum($sites ! (xs:integer(@targets) * xs:integer(@calls))), $calls)),
  for $site in $sites
  group by $targets := xs:integer($site/@targets)
  order by $targets
  return concat("targets ", $targets, " sites ", count($site), " ", m:share(count($site), count($sites)),
    " calls ", m:sum($site/@calls), " ", m:share(m:sum($site/@calls), $calls))))
