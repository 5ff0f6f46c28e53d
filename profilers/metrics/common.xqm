xquery version "3.1";
(: What the queries share: numbers as "jitvm metrics" prints them, and what many of them look up. :)
module namespace m = "urn:jitvm:metrics";
declare namespace map = "http://www.w3.org/2005/xpath-functions/map";

(: So many decimals of $part * $factor div $whole, rounded half up; of nothing, 0. :)
declare function m:quotient($part as xs:integer, $factor as xs:integer, $whole as xs:integer, $decimals as xs:integer)
    as xs:string {
  let $scale := if ($decimals = 4) then 10000 else 100
  let $value := if ($whole = 0) then 0 else ($part * $factor * $scale + $whole idiv 2) idiv $whole
  return concat($value idiv $scale, ".", substring(string($scale + $value mod $scale), 2))
};

declare function m:ratio($part as xs:integer, $whole as xs:integer) as xs:string {
  m:quotient($part, 1, $whole, 4)
};

declare function m:share($part as xs:integer, $whole as xs:integer) as xs:string {
  concat(m:quotient($part, 100, $whole, 2), "%")
};

declare function m:lines($lines as xs:string*) as xs:string {
  string-join($lines ! concat(., "&#10;"))
};

(: One text for each method, wherever it stands in the tree. :)
declare function m:key($method as element()) as xs:string {
  string-join(($method/@declaringClass, $method/@name, $method/@params, $method/@return), " ")
};

declare function m:size($block as element(basicBlock)) as xs:integer {
  xs:integer($block/@endInstruction) - xs:integer($block/@startInstruction) + 1
};

declare function m:sum($numbers as item()*) as xs:integer {
  sum(for $number in $numbers return xs:integer($number))
};

(: By m:key: the method in the dump of the classes. :)
declare function m:code($classes as document-node()) as map(xs:string, element(method)) {
  map:merge(
    for $method in $classes/classes/class/method
    return map:entry(string-join(($method/../@descriptor, $method/@name, $method/@params, $method/@return), " "),
      $method))
};

(: Executions by mnemonic. :)
declare function m:executions($tree as document-node(), $classes as document-node()) as map(xs:string, xs:integer) {
  let $code := m:code($classes)
  return map:merge(
    for $pair in
      (for $block in $tree//basicBlock
       group by $method := m:key($block/..), $first := xs:integer($block/@startInstruction),
         $last := xs:integer($block/@endInstruction)
       let $count := m:sum($block/executionCount)
       for $instruction in $code($method)/instruction[position() >= $first and position() <= $last]
       return <pair name="{$instruction/@mnemonic}" count="{$count}"/>)
    group by $name := string($pair/@name)
    return map:entry($name, m:sum($pair/@count)))
};

(: How many of $weights, from number $next on, until they make up $needed. :)
declare function m:needed($weights as xs:integer*, $next as xs:integer, $needed as xs:integer) as xs:integer {
  if ($needed <= 0) then $next - 1 else m:needed($weights, $next + 1, $needed - $weights[$next])
};

(: In how many of $weights, the largest first, 50 to 100 % of their sum are. :)
declare function m:hotness($what as xs:string, $weights as xs:integer*) as xs:string {
  let $sorted := reverse(sort($weights[. > 0]))
  let $sum := xs:integer(sum($sorted))
  return m:lines((
    concat("instructions ", $sum),
    concat($what, " ", count($sorted)),
    for $percent in (50, 80, 90, 95, 99, 100)
    return concat($percent, "% ", m:needed($sorted, 1, ($sum * $percent + 99) idiv 100))))
};
