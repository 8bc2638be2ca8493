"""Where gaia2_gym/data/synth/locales.json comes from: `python -m tests.synth.extract_locales` with Faker (MIT) installed.

Names and most streets are Faker's; cities, dialling codes, forms of addresses and the other streets are written here. The package reads the
file, so that universes do not depend on Faker's version and are made fast.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

OUT = Path(__file__).parents[2] / "gaia2_gym" / "data" / "synth" / "locales.json"
NAMES, STREETS = 48, 40

# Faker's locale: country, nationality, dialling code, phone digits, zip form (# a digit, A a letter), address form,
# cities with the beginnings of their zips
COUNTRIES: dict[str, tuple[str, str, str, str, str, str, dict[str, str]]] = {
    "en_GB": (
        "United Kingdom",
        "British",
        "+44",
        "7### ######",
        "# #AA",
        "{n} {street}",
        {"London": "SE1", "York": "YO1", "Bristol": "BS1", "Leeds": "LS2"},
    ),
    "en_US": (
        "United States",
        "American",
        "+1",
        "### 555 ####",
        "##",
        "{n} {street}",
        {"Boston": "021", "Portland": "972", "Denver": "802", "Austin": "787"},
    ),
    "fr_FR": ("France", "French", "+33", "6 ## ## ## ##", "##", "{n} {street}", {"Paris": "750", "Lyon": "690", "Nantes": "440", "Lille": "590"}),
    "de_DE": (
        "Germany",
        "German",
        "+49",
        "15# #######",
        "##",
        "{street} {n}",
        {"Berlin": "101", "Hamburg": "203", "Leipzig": "041", "Freiburg": "791"},
    ),
    "it_IT": ("Italy", "Italian", "+39", "3## #######", "##", "{street} {n}", {"Milano": "201", "Torino": "101", "Bologna": "401", "Lecce": "731"}),
    "es_ES": (
        "Spain",
        "Spanish",
        "+34",
        "6## ### ###",
        "##",
        "{street} {n}",
        {"Madrid": "280", "Valencia": "460", "Bilbao": "480", "Granada": "180"},
    ),
    "sv_SE": (
        "Sweden",
        "Swedish",
        "+46",
        "7# ### ## ##",
        " ##",
        "{street} {n}",
        {"Stockholm": "113", "Uppsala": "753", "Malmö": "211", "Lund": "223"},
    ),
    "nl_NL": (
        "Netherlands",
        "Dutch",
        "+31",
        "6 ########",
        "# AA",
        "{street} {n}",
        {"Amsterdam": "101", "Utrecht": "351", "Leiden": "231", "Delft": "261"},
    ),
    "pl_PL": ("Poland", "Polish", "+48", "5## ### ###", "-###", "{street} {n}", {"Warszawa": "00", "Kraków": "31", "Gdańsk": "80", "Poznań": "61"}),
    "pt_PT": (
        "Portugal",
        "Portuguese",
        "+351",
        "9## ### ###",
        "#-###",
        "{street} {n}",
        {"Lisboa": "120", "Porto": "405", "Coimbra": "300", "Braga": "471"},
    ),
    "da_DK": (
        "Denmark",
        "Danish",
        "+45",
        "## ## ## ##",
        "#",
        "{street} {n}",
        {"Aarhus": "800", "Odense": "500", "Roskilde": "400", "Aalborg": "900"},
    ),
    "ja_JP": ("Japan", "Japanese", "+81", "90 #### ####", "-####", "{n} {street}", {"Kyoto": "604", "Kobe": "650", "Sendai": "980", "Nara": "630"}),
    "en_IN": ("India", "Indian", "+91", "9#### #####", "###", "{n} {street}", {"Pune": "411", "Chennai": "600", "Jaipur": "302", "Kochi": "682"}),
    "tr_TR": ("Turkey", "Turkish", "+90", "5## ### ## ##", "###", "{street} {n}", {"Izmir": "35", "Ankara": "06", "Bursa": "16", "Antalya": "07"}),
}
# Streets of countries for which Faker's are none: beginnings and ends.
STREETS_BY_HAND = {
    "es_ES": (
        ("Calle ", "Avenida ", "Plaza ", "Paseo "),
        ("del Olmo", "de la Luna", "Mayor", "del Molino", "de las Flores", "de la Fuente", "del Puerto", "Real", "del Sol", "de los Reyes"),
    ),
    "en_GB": (
        ("Mill", "Church", "Orchard", "Station", "Chapel", "Bridge", "Meadow", "Weaver", "Priory", "Chestnut"),
        (" Lane", " Road", " Street", " Close"),
    ),
    "en_US": (
        ("Maple", "Prospect", "Lincoln", "Cedar", "Lake", "Garfield", "Hillcrest", "Walnut", "Sycamore", "Pioneer"),
        (" Avenue", " Street", " Drive", " Boulevard"),
    ),
    "tr_TR": (
        ("Çınar", "Gül", "Deniz", "Bahçe", "Lale", "Çeşme", "Zeytin", "Kale", "Okul", "Yıldız"),
        (" Sokağı", " Caddesi", " Yolu"),
    ),
    "ja_JP": (
        ("Karasuma", "Kawaramachi", "Sannomiya", "Aoba", "Shijo", "Minami", "Kitano", "Higashi", "Motomachi", "Sanjo", "Nishiki", "Asahi"),
        ("-dori", "-zaka"),
    ),
}


def locale(name: str) -> dict[str, Any]:
    """What is kept of one locale."""
    from faker import Faker

    faker = Faker(name)
    faker.seed_instance(name)
    country, nationality, code, phone, zip_form, address, cities = COUNTRIES[name]
    romanized = name == "ja_JP"
    female = "first_romanized_name_female" if romanized else "first_name_female"
    male = "first_romanized_name_male" if romanized else "first_name_male"
    last = "last_romanized_name" if romanized else "last_name"
    begins, ends = STREETS_BY_HAND.get(name, ((), ()))
    streets = [begin + end for begin in begins for end in ends] or distinct(faker.street_name, STREETS, is_street)
    return {
        "country": country,
        "nationality": nationality,
        "code": code,
        "phone": phone,
        "zip": zip_form,
        "address": address,
        "cities": cities,
        "female": distinct(getattr(faker, female), NAMES, str.isalpha),
        "male": distinct(getattr(faker, male), NAMES, str.isalpha),
        "last": distinct(getattr(faker, last), NAMES, str.isalpha),
        "streets": streets,
    }


def is_street(text: str) -> bool:
    """Whether a street is no whole person's: after its kind there is one name at most."""
    words = text.split()
    return len(text) < 26 and "." not in text and sum(word[0].isupper() for word in words[1:]) <= 1


def distinct(make: Callable[[], str], n: int, fits: Callable[[str], bool]) -> list[str]:
    """Different texts of at least two letters that fit."""
    found: dict[str, None] = {}
    for _ in range(90 * n):
        text = make()
        if len(text) > 1 and fits(text):
            found[text] = None
        if len(found) == n:
            break
    return sorted(found)


if __name__ == "__main__":
    found = [locale(name) for name in COUNTRIES]
    if empty := [f"{row['country']}: {name}" for row in found for name in ("female", "male", "last", "streets") if len(row[name]) < 20]:
        raise SystemExit(f"too few of {', '.join(empty)}")
    OUT.write_bytes(orjson.dumps(found, option=orjson.OPT_INDENT_2))
    print(f"{OUT}: {OUT.stat().st_size} bytes")
