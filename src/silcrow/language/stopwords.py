"""Words of a question that carry no subject, by language (ISO 639-1). Knows nothing of documents."""

_WORDS = {
    "en": (
        "a about above after again against all also am an and any are as at be because been before being below between"
        " both but by can could did do does doing done down during each few for from further had has have having he her"
        " here hers him his how i if in into is it its itself just may me might more most must my no nor not of off on"
        " once only or other our ours out over own per please same shall she should so some such than that the their"
        " theirs them then there these they this those through to too under until up upon very was we were what when"
        " where whether which while who whom whose why will with within without would you your yours"
    ),
    "de": (
        "aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dem den der des die dies diese"
        " dieser dieses doch du durch ein eine einem einen einer eines er es für hat hatte haben hier ich ihr im in ist"
        " ja kann kein keine man mehr mein mit nach nicht noch nur ob oder ohne schon sein sich sie sind so über um und"
        " uns unter vom von vor war waren was welche welcher welches wenn wer werden wie wieso wird wir wo zu zum zur"
    ),
    "fr": (
        "a ai au aux avec avait c ce ces cet cette comme d dans de des dont du elle en est et eu il ils je l la le les"
        " leur leurs lui m ma mais me même mes mon n ne nos notre nous on ont ou où par pas plus pour qu que quel"
        " quelle quelles quels qui quoi s sa sans se ses si son sont sur t ta te tu un une vos votre vous y été être"
    ),
    "es": (
        "a al ante como con cual cuales cuando cuál cuáles cuándo cuánto cómo de del desde donde dónde el ella ellos en"
        " entre era es esa ese esta este esto está están fue ha han hay la las le les lo los más me mi muy no nos o"
        " para pero por porque que quien qué quién se ser si sin sobre son su sus también un una uno y ya"
    ),
    "it": (
        "a ad ai al alla alle anche che chi ci come con cosa cui da dal dalla degli dei del della delle dello di dove e"
        " ed era gli ha hanno i il in io l la le lo ma mi nei nel nella non o per perché più quale quali quando quanto"
        " se si sono su sua sue sugli sul sulla suo un una uno è"
    ),
    "pt": (
        "a ao aos as com como da das de do dos e em entre era essa esse esta este está foi há isso mais mas na nas no"
        " nos não o onde os ou para pela pelo por porque qual quais quando quanto que quem se sem ser seu seus sua são"
        " também um uma é à às"
    ),
    "nl": (
        "aan al als bij dan dat de deze die dit door een en er had heb heeft het hij hoe ik in is je kan maar meer met"
        " na naar niet nog of om ook op over te tot u uit van veel voor waar waarom was wat we welke werd wie wij ze"
        " zich zijn zo"
    ),
    "sv": (
        "att av de den det efter eller en ett från för han har hon hur i inte jag kan med men mot när och om på"
        " sig sin som så till under upp ut var vad vi vilka vilken är"
    ),
}

STOPWORDS = {language: frozenset(words.split()) for language, words in _WORDS.items()}
