"""The few words of other languages that carry facts: months, weekdays, hours, small numbers, negations; and how to recognise them.

Everything is written without accents, as the texts are when they are read. English is the default; a text is taken for another language only
when more of its words are typical of that language.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gaia2_gym.verifier.judges.facts.vocabulary import spaced

STOP_WORDS: dict[str, frozenset[str]] = {
    "fr": frozenset(
        spaced("le la les un une des du de et ou est sont au aux je tu il elle nous vous ils ce cette ces que qui pour dans sur avec pas "
               "ne mon ma mes ton ta tes "
        "son sa ses notre votre leur te se en y plus bonjour salut merci cher chere quel quelle quand combien comment pourquoi qui bien "
        "tres vers par si a heures h qu")
    ),
    "de": frozenset(
        spaced("der die das ein eine einen einem einer und oder ist sind wir ich du er sie es ihr dem den des im in am zum zur mit fur auf "
               "von nicht kein keine "
        "mein dein unser euer hallo wie wann wer wo warum welche wieviel liebe lieber danke bitte dass um bei aus nach wird werden hat "
        "haben habe sehr auch noch zu um uhr man uns euch mich dich")
    ),
    "es": frozenset(
        spaced("el la los las un una unos de del y o es son al yo tu nosotros en con por para que se lo le su sus mi mis no hola que "
               "cuando donde quien cuanto cuantos cual gracias estimado estimada "
        "querido querida muy mas como este esta ese esa nos te me a ya pero si hora horas")
    ),
    "pt": frozenset(
        spaced("o a os as um uma de do da dos das e ou em no na nos nas com por para que se seu sua meu minha nao ola quando onde quem "
               "quanto quantos qual obrigado obrigada caro cara querido querida "
        "muito mais este esta eu tu ele ela nos voce ao aos foi ser esta sao ja mas horas h vou")
    ),
    "it": frozenset(
        spaced("il lo la i gli le un una di del della dei e o in con per che non si sono al alla nel nella mio tuo suo nostro ciao quando "
               "dove chi quanto quale grazie caro cara molto piu "
        "questo questa io tu noi voi ma se a")
    ),
    "pl": frozenset(
        spaced("i w we z ze na do od o po jest sa nie sie ze to ten ta te moj twoj nasz czesc hej kto co gdzie kiedy ile jaki jaka jakie "
               "ktory ktora dzien dobry dziekuje prosze dla przy oraz lub czy jak juz "
        "ma mam masz bedzie zostal zostala zostalo pod za a ale godz numer")
    ),
    "nl": frozenset(
        spaced("de het een en of is zijn wij ik jij je hij zij in op met voor van niet geen mijn jouw ons onze hallo bedankt dat om bij "
               "uit naar wordt heeft zeer "
        "ook nog te aan er")
    ),
}  # fmt: skip
"""Frequent words without content, by language."""

_ENGLISH = frozenset(
    spaced(
        "the a an and or is are was were be been i you he she it we they me my your our his her their this that these those of to in on at "
        "for from with by as "
        "not no do does did have has had will would can could should please thanks hi hello dear if when what which who how there here all "
        "any some out up so "
        "but about after before until"
    )
)

MONTHS: dict[str, int] = {}
for _number, _names in enumerate(
    (
        "january jan janvier januar enero janeiro gennaio styczen stycznia styczniu januari",
        "february feb fevrier februar febrero fevereiro febbraio luty lutego lutym februari",
        "march mar mars marz marzo marco marzec marca marcu maart",
        "april apr avril abril aprile kwiecien kwietnia kwietniu",
        "may mai mayo maio maggio maj maja maju mei",
        "june jun juin juni junio junho giugno czerwiec czerwca czerwcu",
        "july jul juillet juli julio julho luglio lipiec lipca lipcu",
        "august aug aout agosto sierpien sierpnia sierpniu augustus",
        "september sept sep septembre septiembre setembro settembre wrzesien wrzesnia wrzesniu",
        "october oct octobre oktober octubre outubro ottobre pazdziernik pazdziernika pazdzierniku",
        "november nov novembre noviembre novembro listopad listopada listopadzie",
        "december dec decembre dezember diciembre dezembro dicembre grudzien grudnia grudniu",
    ),
    1,
):
    MONTHS.update(dict.fromkeys(_names.split(), _number))
"""Name or abbreviation of a month -> its number."""

WEEKDAYS: dict[str, int] = {}
for _number, _names in enumerate(
    (
        "monday mon lundi montag lunes segunda-feira lunedi poniedzialek poniedzialku maandag",
        "tuesday tues tue mardi dienstag martes terca-feira martedi wtorek wtorku dinsdag",
        "wednesday wed mercredi mittwoch miercoles quarta-feira mercoledi sroda srode srody woensdag",
        "thursday thurs thur thu jeudi donnerstag jueves quinta-feira giovedi czwartek czwartku donderdag",
        "friday fri vendredi freitag viernes sexta-feira venerdi piatek piatku vrijdag",
        "saturday sat samedi samstag sabado sabato sobota sobote soboty zaterdag",
        "sunday sun dimanche sonntag domingo domenica niedziela niedziele niedzieli zondag",
    )
):
    WEEKDAYS.update(dict.fromkeys(_names.split(), _number))
"""Name or abbreviation of a weekday -> its number, Monday being 0."""

ABBREVIATED_WEEKDAYS = frozenset(spaced("mon tues tue wed thurs thur thu fri sat sun"))

RELATIVE_DAYS: dict[str, dict[str, int]] = {
    "fr": {"aujourd'hui": 0, "demain": 1, "hier": -1},
    "de": {"heute": 0, "morgen": 1, "ubermorgen": 2, "gestern": -1},
    "es": {"hoy": 0, "manana": 1, "ayer": -1},
    "pt": {"hoje": 0, "amanha": 1, "ontem": -1},
    "it": {"oggi": 0, "domani": 1, "dopodomani": 2, "ieri": -1},
    "pl": {"dzisiaj": 0, "dzis": 0, "jutro": 1, "pojutrze": 2, "wczoraj": -1},
    "nl": {"vandaag": 0, "morgen": 1, "overmorgen": 2, "gisteren": -1},
}
"""Words for today and the days around it, by language."""

_COUNT = {
    "fr": "un|une deux trois quatre cinq six sept huit neuf dix onze douze",
    "de": "eins|ein|eine zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "es": "uno|una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "pt": "um|uma dois|duas tres quatro cinco seis sete oito nove dez onze doze",
    "it": "uno due tre quattro cinque sei sette otto nove dieci undici dodici",
    "pl": "jeden|pierwszej dwa|dwie|drugiej trzy|trzeciej cztery|czwartej piec|piatej szesc|szostej siedem|siodmej osiem|osmej dziewiec|dziewiatej "
    "dziesiec|dziesiatej jedenascie|jedenastej dwanascie|dwunastej",
    "nl": "een twee drie vier vijf zes zeven acht negen tien elf twaalf",
}
NUMBERS: dict[str, dict[str, int]] = {
    lang: {word: n for n, words in enumerate(text.split(), 1) if n > 1 or lang == "pl" for word in words.split("|")} for lang, text in _COUNT.items()
}
"""Small numbers in words, by language; one is left out where it is also the article."""

NEGATIONS: dict[str, frozenset[str]] = {
    "fr": frozenset({"pas", "aucun", "aucune", "jamais", "non", "sans", "plus"}),
    "de": frozenset({"nicht", "kein", "keine", "keinen", "nie", "nein", "ohne"}),
    "es": frozenset({"no", "nunca", "ningun", "ninguna", "sin", "tampoco"}),
    "pt": frozenset({"nao", "nunca", "nenhum", "nenhuma", "sem"}),
    "it": frozenset({"non", "mai", "nessun", "nessuno", "senza", "no"}),
    "pl": frozenset({"nie", "nigdy", "bez", "zaden"}),
    "nl": frozenset({"niet", "geen", "nooit", "zonder", "nee"}),
}
"""Words that deny, by language."""

CLOCK: dict[str, re.Pattern[str]] = {
    "fr": re.compile(r"\b(\d{1,2}) ?h(?:eures?)?(?: ?(\d\d))?\b"),
    "pt": re.compile(r"\b(\d{1,2}) ?h(?:oras?)?(?: ?(\d\d))?\b"),
    "de": re.compile(r"\b(\d{1,2})(?:[:.](\d\d))? uhr\b"),
    "nl": re.compile(r"\b(\d{1,2}) uur(?: (\d\d))?\b"),
    "es": re.compile(r"\ba las? (\d{1,2})(?:[:.](\d\d))?\b"),
    "it": re.compile(r"\balle (?:ore )?(\d{1,2})(?:[:.](\d\d))?\b"),
    "pl": re.compile(r"\b(?:godz\.?|godzin[aey]|o|na|od|do|po) (\d{1,2})(?::(\d\d))?(?![\d/-]|[.,]\d| ?(?:zl|pln|os|km|m|dni)\b)"),
}
"""How a time of day is written, by language."""

AFTERNOON: re.Pattern[str] = re.compile(
    r" (?:po poludniu|wieczorem|de la tarde|de la noche|da tarde|da noite|de l'apres-midi|du soir|di sera|del pomeriggio|nachmittags|abends|"
    r"'s avonds)\b"
)
"""What makes an hour an hour of the afternoon or evening."""

_TOKEN = re.compile(r"[a-z]+")


_SPOKEN_IN: dict[str, tuple[str, ...]] = {}
for _code, _frequent in (("en", _ENGLISH), *STOP_WORDS.items()):
    _SPOKEN_IN.update({word: (*_SPOKEN_IN.get(word, ()), _code) for word in _frequent if len(word) > 1})


@lru_cache(maxsize=8192)
def language(low: str, hint: str = "en") -> str:
    """Code of the language of a cleaned, lower-case text; where in doubt, the hint.

    >>> language("numer telefonu igi to +48 601 224 870, nie dzwon po 20")
    'pl'
    """
    counts: dict[str, int] = {}
    for token in _TOKEN.findall(low):
        for code in _SPOKEN_IN.get(token, ()):
            counts[code] = counts.get(code, 0) + 1
    best = max(counts, key=lambda code: (counts[code], code == "en"), default="en")
    most = counts.get(best, 0)
    if most == 0 or (most == 1 and hint != "en"):
        return hint
    return best
