"""Groups of words that mean the same in mails and messages, phrases that stand for one word, and axes of opposites.

Hand-made, for everyday office and phone vocabulary. A word may be in several groups; any shared group makes two words equivalent.
"""

from __future__ import annotations

GROUPS = """
send forward mail email write message text ping drop share pass circulate distribute dispatch transmit shoot deliver send_over
inform tell notify update advise let_know announce know say report mention note communicate relay convey remind aware
ask request inquire enquire wonder question query invite_reply
buy purchase acquire order get grab pick_up obtain shop bought got
sell sold resell
pay settle transfer remit paid payment
cost price charge fee rate amount quote expense
spend spent pay cost total come_to
cancel call_off scrap drop annul remove delete off axe cancellation annuler annule absagen abgesagt cancelar cancelado annullare annullato odwolac odwolane odwolany odwolana
delete remove erase clear discard trash take_out
postpone reschedule push_back move delay defer shift change rearrange rebook przelozone przelozony przelozona przelozyc przelozylismy zmieniony
schedule book arrange plan organize set_up set reserve fix put add programme create make
reserve book reservation booking
add put include insert append place
create make set_up start open establish build new
save bookmark store keep favorite
rename retitle change_name call name title label
edit change update modify amend adjust correct revise
move transfer relocate shift
copy duplicate
attend join come participate be_there make_it make_to be_present present take_part show_up go attendance turn_up
join come participate part join_in welcome invite along
invite welcome join_us have_over love_to_have ask_along invitation inviter invitee
meet see get_together gather catch_up meet_up join meeting gathering hang_out encounter reunion
meeting appointment session call conference sync discussion talk catch_up get_together event
talk speak discuss chat converse discussion conversation chat_about go_over talk_over
discuss cover go_through review talk
review check look_at go_through examine inspect read look_over evaluate assess look_into inspection viewing
view see look visit tour viewing inspection show showing
confirm verify check validate acknowledge confirmation
confirm say_yes agree be_in count_in
accept agree approve take_up take_on acceptance ok fine go_with
agree fine ok okay suit work approve good alright
suit work convenient be_good possible fit okay do_for
available free availability have_time open possible spare time no_plan
interested keen interest up_for fancy like love want wish
want wish like desire fancy prefer keen would_like hope love
like prefer favour rather favor
prefer choose pick select vote decide go_for opt choice preference
vote pick choose poll tell
propose suggest recommend offer proposal suggestion
recommend suggest advise recommendation
offer proposal bid
help assist support aid assistance
thank grateful appreciate gratitude thankful
sorry apologize apology regret afraid unfortunately
answer reply respond response get_back revert
pick_up collect fetch
call phone ring telephone give_a_call dial contact
contact reach get_in_touch reach_out touch connect
receive get obtain have arrive
arrive land come get_in reach touch_down arrival be_here here receive
leave depart set_off head_out go departure
start begin commence kick_off open launch start_at
end finish conclude close wrap_up
finish complete do wrap_up end done accomplish
complete completed done finished accomplish fulfil executed all_set taken_care
late behind delayed behind_schedule overdue
early ahead
bring take carry supply provide contribute make come
bring take need
drive driver take car
lend borrow loan yours give
give hand provide pass present supply gift
gift present
submit hand_in send_in deliver turn_in submission provide accept
require need must necessary have_to
need require want must
use need
find locate discover identify see come_across spot found
search look find seek
show display present
attach enclose attached attachment include append file
attach share send
file document attachment paper doc
document file paper report
picture photo image pic photograph
movie film cinema flick
parcel package delivery packet shipment
box carton case
flat apartment condo home place unit
house home place
property listing apartment flat place
room space
hotel hostel accommodation lodging inn
car vehicle auto
cab taxi ride uber lift
bicycle bike cycle
phone telephone mobile cell number
phone_number number telephone contact
laptop computer notebook
tv television
job position role work employment
job profession occupation
boss manager supervisor
colleague coworker workmate team teammate
friend buddy pal
kid child children
team group crew squad
company firm business
customer client guest
guest visitor attendee participant invitee
attendee participant member people
person people guest
contact person people
all everyone everybody folk whole
meal dish food
food cuisine
drink beverage
cook cookery cooking culinary
course class lesson workshop training
class lesson session course
party celebration get_together bash
trip journey travel tour excursion outing getaway
hike trek hiking trail
holiday vacation break
flight plane
train rail
station terminal stop bahnhof gare estacao estacion dworzec stazione
airport aeroporto aeropuerto aeroport flughafen lotnisko
street road
ticket pass
admission entry entrance
seat place
film movie
song track
book novel title
reading read
exam test
doctor physician gp
dentist dental
doctor_visit doctor
hospital clinic
medicine medication
ill sick unwell
shop store market supermarket
bill invoice receipt statement
deposit prepayment
money cash fund
discount off reduction rebate
cheap cheapest inexpensive affordable
total sum altogether overall add_up all_in_all come_to
each apiece per_person every per per_head
whole entire full all complete
many lot plenty numerous several
nearly almost
around approximately
large big huge
small little tiny
quick fast brief short
nice lovely great good wonderful fantastic excellent
happy glad pleased delighted thrilled excited gladly
great wonderful excellent terrific
difficult hard
issue problem trouble
conflict clash overlap collide collision double_book
damage broken harm break
broken defective faulty
fix repair mend
lose lost misplace
win beat defeat won
participation entry fee
expire run_out lapse end
forget overlook
remember forget_not remind recall
hurry rush
urgent asap pressing
soon shortly
now currently at_the_moment presently
today now
instead alternatively rather replace
again anew
also too additionally well plus
maybe perhaps possibly
because since as
about regarding concerning re topic subject
idea thought opinion view suggestion
topic subject theme
opinion thought view think feedback
think believe feel consider opinion
know aware
understand get see
see watch view look
watch view see watch_along screening watching
listen hear
learn study research
research study investigation
research study project
teach instruct
train coach
trainer coach
presentation talk slides
slide deck
deadline due by
due by deadline
progress status update
project work
purpose reason
work job
exercise workout train
gym fitness
run jog running race
walk stroll
swim swimming
dance dancing
play player match game
game match
sport
garden yard
kitchen
plant flower
plant pot
water irrigate
clean tidy
wash laundry
open unlock
lock
switch turn
switch_off turn_off off deactivate
switch_on turn_on activate
begin_at start
location place venue address where spot site
venue place location
address location
place location spot venue
meeting_point meet meeting point start
street avenue
floor storey level
door entrance entry
code pin password
key
neighbour neighbor next_door
city town
country nation
centre center downtown
wedding marriage marry
birthday bday
anniversary
congratulation congrat
surprise
honour honor
invitation invite
agenda plan program
plan schedule program agenda
minute protocol
treasurer
elect election
vote election
member
budget
increase raise grow
number figure count no.
count number total
amount sum figure
list
item thing product article
product item
order purchase
refund reimburse
return bring_back
ship deliver
stop quit cease
wait hold
continue proceed go_on go_ahead carry_on
proceed go_ahead continue
try attempt
hope look_forward expect
look_forward excited anticipate
expect anticipate
miss skip
skip leave_out omit
join_online zoom
online virtual remote zoom video
tentative provisional
temporary
extra spare additional another
spare extra
new newly latest recent
recent latest
first initial
last final
main primary
same identical equal
other different another
similar like
different other
various several
own have possess get
have own get
live reside stay located residence
stay remain
become turn
turn become
happen take_place occur be_held held be_on
hold host organize
host hold organize throw have
host welcome
ready prepared
prepare ready
safe secure
test check
trailhead trail
vegetarian
switch change
lecture talk
story
name
group chat conversation
chat conversation group thread
group_chat chat
conversation chat message
archive
inbox
folder directory
unread new
young youngest
old oldest
eventually finally
retire retirement retired
expensive costly pricey
go head travel
visit see come stop_by drop_by
experience time
terrible bad awful
terms condition
provision food supply
tutor teacher
buy_ticket ticket
photo_shoot photoshoot
professor lecturer
assistance help
adjustment change
necessary need
rent lease rental
roommate flatmate housemate
apologize sorry
convenience convenient
inconvenience trouble
performance perform show
perform performance sing play
daughter
coincide clash conflict overlap same
attend_not miss
wine
tasting taste
lunch
dinner supper
breakfast
coffee
barbecue bbq grill cookout
potluck
appetizer starter
bathroom restroom toilet
elevator lift
trash bin rubbish garbage
autumn fall
football soccer
vacation holiday
petrol gas
cookie biscuit
sofa couch
curtain drape
backpack rucksack
trouser pant
sweater jumper
sneaker trainer
jacket coat
queue line
sunscreen sun_cream suncream sunblock
postcode zip zip_code
cv resume
""".strip().splitlines()
"""A group a line; phrases have underscores."""

AXES: dict[str, tuple[str, ...]] = {
    "answer": ("yes yep yeah yup sure certainly gladly definitely absolutely", "no nope"),
    "accept": ("accept agree approve acceptance approval count_in take_up", "decline refuse reject turn_down pass_on rejection refusal withdraw"),
    "event": (
        "cancel call_off cancellation abgesagt annule cancelado annullato odwolane odwolany odwolana",
        "confirm confirmation confirme bestatigt confirmado confermato potwierdzone",
        "reschedule postpone push_back verschoben reporte aplazado adiado rinviato przelozone przelozony przelozona",
    ),
    "order": ("cancel call_off cancellation", "place"),
    "open": ("open opened", "closed shut close"),
    "available": ("available free", "unavailable busy booked_up fully_booked sold_out tied_up occupied"),
    "able": ("able", "unable"),
    "arrive": ("arrive land arrival touch_down get_in", "leave depart departure take_off set_off"),
    "early": ("early earlier ahead_of_schedule", "late behind delayed behind_schedule later"),
    "earliest": ("earliest soonest", "latest"),
    "working": ("broken defective out_of_order faulty", "work function"),
    "fee": ("free gratis free_of_charge", "half_price discounted"),
    "sympathy": ("congratulation congrats congrat", "condolence sorry sympathy"),
    "before": ("before no_later_than prior_to", "after"),
    "atleast": ("at_least minimum min", "at_most maximum max up_to no_more_than"),
    "cheap": ("cheap cheaper cheapest less save less_expensive inexpensive", "expensive more_expensive most_expensive costly pricier pricey costlier dearer"),
    "high": ("high higher highest", "low lower lowest"),
    "old": ("oldest older eldest", "youngest younger"),
    "big": ("biggest largest bigger larger", "smallest smaller"),
    "long": ("longest longer", "shortest shorter"),
    "new": ("new newest latest", "old former previous oldest"),
    "first": ("first", "last final"),
    "buy": ("buy purchase bought get_us", "sell sold sale resell", "return_it refund", "rent rented lease"),
    "lend": ("lend lent loan borrow", "keep_it"),
    "ask": ("ask request query inquire", "offer propose give grant"),
    "add": ("add include join", "remove delete drop exclude"),
    "win": ("win won", "lose lost"),
    "like": ("like love enjoy favorite", "hate dislike"),
    "increase": ("increase raise rise grow up_by", "decrease reduce drop fall lower cut"),
    "start": ("start begin kick_off commence", "end finish stop"),
    "switch": ("switch_on turn_on activate enable unmute", "switch_off turn_off deactivate disable mute"),
    "open_door": ("unlock", "lock"),
    "include": ("include included free_of_charge come_with part_of", "exclude excluded extra_cost cost_extra not_included without"),
    "quantity": ("all every everyone everybody", "none nobody no_one", "half"),
    "side": ("left", "right_side right_hand"),
    "up": ("upstairs", "downstairs"),
    "inside": ("inside indoors indoor", "outside outdoors outdoor"),
    "meal": ("breakfast", "brunch", "lunch luncheon", "dinner supper", "jantar diner cena abendessen kolacja", "almoco dejeuner almuerzo mittagessen obiad pranzo"),
    "daypart": ("morning", "afternoon", "evening night tonight"),
    "proceed": ("go_ahead proceed carry_on", "hold_off hold_on wait stop pause"),
    "approve": ("approve approval approved", "reject rejected deny denied"),
    "remember": ("remember", "forget forgot"),
    "success": ("success successful", "fail failed failure fall_through"),
    "good": ("good great well better improve", "bad terrible awful worse worsen poor"),
    "true": ("true right correct", "false wrong incorrect"),
    "allow": ("allow allowed permit permitted", "forbid forbidden prohibit prohibited ban banned"),
    "heed": ("check read review see heed", "ignore disregard"),
    "near": ("closer closest nearer nearest", "farther farthest further furthest"),
    "more": ("more", "less fewer"),
    "verdict": ("fine ok okay good great suitable perfect", "too_much too_high too_expensive too_late too_early too_little too_low too_small too_long unacceptable"),
    "entrance": ("main front", "back rear", "side"),
    "vary": ("weekly", "daily", "monthly", "yearly annual annually", "hourly", "fortnightly biweekly"),
    "gender": ("mother mum mom", "father dad"),
    "sibling": ("brother", "sister"),
    "spouse": ("husband", "wife"),
    "child": ("son", "daughter"),
    "parking": ("private", "public"),
    "online": ("online remote virtual zoom video_call", "in_person on-site onsite face_to_face"),
    "formal": ("mandatory compulsory obligatory required", "optional voluntary"),
    "vacant": ("empty vacant", "full occupied sold_out"),
    "wet": ("wet", "dry"),
    "hot": ("hot warm", "cold cool"),
    "north": ("north northern", "south southern", "east eastern", "west western"),
    "single": ("single", "double", "twin", "triple"),
    "class": ("economy", "business_class", "first_class"),
    "return": ("one-way single_ticket", "round-trip return_ticket"),
    "color": ("red", "blue", "green", "yellow", "black", "white", "orange", "purple", "pink", "brown", "gray grey", "silver", "golden"),
    "size": ("small", "medium", "large"),
    "weather": ("sunny", "rainy rain", "snow snowy", "cloudy"),
}
"""Axis -> groups of words that exclude one another."""

STRICT_AXES = frozenset({"proceed", "accept", "answer", "success"})
"""Axes on which the opposite may not even stand beside the right word: it takes it back."""

NEGATIVE_POLES = frozenset(
    {
        ("answer", "1"), ("accept", "1"), ("event", "0"), ("open", "1"), ("available", "1"), ("able", "1"), ("include", "1"), ("quantity", "1"), ("proceed", "1"),
        ("success", "1"), ("approve", "1"), ("remember", "1"), ("allow", "1"), ("true", "1"),
    }
)  # fmt: skip
"""Poles that say no by themselves."""

NEGATIVE_WORDS = frozenset(
    "unfortunately regret afraid decline refuse reject unable unavailable miss skip impossible fail failed off sorry closed shut cancel none nobody nothing "
    "without neither nor never avoid withdraw except lack lacking excluded exclude undamaged free".split()
)
"""Words that may carry a refusal without a negation."""

HARMLESS_NEGATED = frozenset("objection problem issue doubt trouble hesitation worry worries complaint reservation rush hurry hesitate fear biggie matter pressure question".split())
"""Words whose negation says yes."""

IDIOMS: tuple[tuple[str, str], ...] = (
    (r"\b(?:please )?(?:do not|don't|never) forget to\b", "remember to"),
    (r"\b(?:please )?(?:do not|don't) forget\b", "remember"),
    (r"\b(?:please )?(?:do not|don't) hesitate to\b", "feel free to"),
    (r"\b(?:no|not) later than\b", "by"),
    (r"\bno (?:more|fewer|less) than\b", "no_more_than"),
    (r"\bnot only\b", ""),
    (r"\b(?:can|could)(?:not|n't) wait\b|\bcan not wait\b", "look forward"),
    (r"\bcouldn't (?:agree|be happier)\w*( more)?\b", "agree"),
    (r"\bno (?:problem|worries|rush|hurry|pressure|biggie)\b", ""),
    (r"\bnot at all\b", ""),
    (r"\bwhy (?:not|don't (?:we|you))\b", "let us"),
    (r"\bif (?:not|you (?:don't|do not) mind)\b", ""),
    (r"\bwould(?:n't)? you mind\b", "could you"),
    (r"\bi(?:'ll| will)(?: have to)? pass\b(?! (?:on|along|it|the|by))", "i am not interested"),
    (r"\b(?:has|have|is|are|was|does|do|did)(?:n't| not) (?:been )?(?:work(?:ed|ing)?|function(?:ed|ing)?)\b(?! (?:on|for|with|at|in|from))", "is broken"),
    (r"\b(?:don't|do not|doesn't|does not) (?:have to |need to )?pay(?: any(?:thing)?| for| a fee)*\b", "have free"),
    (r"\bcosts? nothing\b", "is free"),
    (r"\bas soon as possible\b", "asap"),
    (r"\bno\. ?(?=\d|\x00)|\bnr\.? ?(?=\d|\x00)|\bnumber (?=\d|\x00)", ""),
    (r"\bany other business\b|\bother business\b", "aob"),
    (r"\bfor your information\b|\bjust (?:so|for) you(?:r)? (?:know|information)\b|\bjust to let you know\b", ""),
    (r"\b(?:good|bad) news\b", ""),
    (r"\bsomething (?:has |'s )?come up\b", ""),
    (r"\bheads[ -]up\b", ""),
    (r"\bit(?:'s| is) a yes from me\b", "i accept"),
    (r"\b(?:should you|if you) have any (?:other |further )?questions?[^.!?\n]*", ""),
    (r"\blet me know if you (?:have|need)[^.!?\n]*", ""),
    (r"\b(?:i )?hope (?:this|you)[^.!?\n]{0,40}\bwell\b", ""),
    (r"\bi hope this helps\b|\bhave a (?:nice|great|good|lovely) (?:day|evening|weekend|one|time)\b|\bis there anything else\b[^.!?\n]*", ""),
    (r"\bif you need anything else\b[^.!?\n]*|\blet me know\b[^.!?\n]{0,30}\banything else\b[^.!?\n]*", ""),
    (r"\bif you (?:can't|cannot|are (?:not able|unable))[^.!?\n]*", ""),
)
"""Patterns whose literal reading would mislead, and what they mean."""
