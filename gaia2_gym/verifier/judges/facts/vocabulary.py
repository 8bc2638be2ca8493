"""Common English words: those without content, and those whose presence or absence alone does not change what is said.

What stands in neither list is *specific*: a word that names something ("racket", "invoice", "Lysverket"), which a paraphrase must keep or
replace by a synonym, and which must not be added. Groups of synonyms and of opposites stand in `thesaurus`.
"""

STOP_WORDS = frozenset(
    """
a an the this that these those there here it its it's i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his
she her hers they them their theirs who whom whose which what where when why how and or but nor so yet if then than as of at by for with about
into onto to from in on upon up down out over under through during per via toward towards within between among amongst across along off
am is are was were be been being do does did done doing have has had having will would shall should can could may might must ought
'm 're 's 've 'll 'd i'm i've i'll i'd you're you've you'll you'd we're we've we'll we'd they're they've they'll they'd he's she's it'll that's
there's here's what's who's let's not no yes n't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't cannot couldn't shouldn't
haven't hasn't hadn't too very just also only even still already again ever never always both either neither every all any some most more less
much many few lot lots such same other another own else etc eg ie one please kindly thanks thank ok okay oh well now like quite rather really
because since while though although until till before after above below further once s t d ll m re ve o'clock re: fw: fwd: im ive none zero nil
""".split()
)
"""Words without content of their own."""

GENERAL = frozenset(
    """
able about absolutely accord account act action actual actually add additional address advance afraid age aged ago ahead allow alone along already alright
altogether amount announce announcement answer anticipate anybody anyone anything anyway anywhere apart apiece apologize apology appear appreciate approach
appropriate approximately around arrange arrangement ask aspect assist assistance assume attach attached attachment attention aware away back bad base
basically become begin behalf believe belong best better big bit bring brief briefly business busy call called care case cause certain certainly chance
change check choice choose clear clearly close closely code colleague come comes comment common complete completely concern concerning condition confirm
confirmation consider contact contain content continue convenience convenient cost count couple course cover covering create current currently data date day
deal dear decide decision definitely delay deliver depend describe description detail details difference different directly discuss discussion done doubt
due duration each early earlier easily easy effort either email emails end enjoy enough ensure entire entirely entry especially even evening event events
everybody everyone everything exact exactly example except excite excited excellent exist expect expected experience explain extra fact fair fairly feel
few fill final finally find fine finish first fit fix follow following forget form former forward found free friend friends full fully future general
generally get give given giving glad gladly go goes going gone gonna good got grab great greatly group guess guy guys hand handle happen happily happy hard
hardly have head heads headsup hear hello help helpful hesitate hey hi hold honor hope hour however huge idea identify immediately importance important
inbox include included inconvenience indeed indicate inform information instead intend intention interest interested interesting invite invitation involve
involved issue item items itself  join just keep kind kindly know large last late lately later latest lead learn least leave left let letter level lie
lies life likely limit line link list listed little live long longer look looking loads lot love lovely low made main mainly make manage manner mark matter
maybe mean meaning meantime meanwhile meet mention mentioned message messages mind minute miss moment month morning move moved much name named namely near
nearby nearly necessarily necessary need needed needs never new news next nice night nobody none normal normally note nothing notice notify notification
number obtain obviously occasion occur offer often old only onward open opportunity option options order original otherwise outside overall own part
particular particularly  pass past patience pay people perfect perhaps period person personal personally persons pick place plan planned plans pleasant
pleased pleasure plus point possible possibly possibility practical precisely prefer prepare present pretty previous previously price prior probably problem
proceed process proper propose provide purpose put question questions quick quickly quite quote rate reach read ready real realize really reason receive
received recent recently recipient record refer reference regard regarding regards regret relate related remain remind reminder remove reply report request
require requested requirement respond response rest result return review right room round run running safe sake say says saying schedule scheduled second
section see seem select selected send sender sense sent separate series serve set settle several share shared short shortly show side similar simple simply
since situation size small soon sorry sort sound sounds speak special specific specifically spend spent split spot start state statement stay step stick stop
stuff subject submit success successful successfully such suggest suggestion suit suitable sum summary support suppose sure surely system take taken talk task
tasks tell term terms text thing things think thought though thread throughout time times timing title today together told tomorrow tonight top topic total
totally touch tried trouble true try turn turns twice type understand understanding unfortunately unless unsure update updated upcoming upon use used useful
user usual usually various versus view visit wait want warm way week weekend welcome well whatever whenever where whether while whole whose willing wish wishes
within wonder wonderful word words work works world worry worth would write written wrong wrote year yesterday yet yours
according accordingly available availability app application calendar chat chats conversation conversations correct correctly currently directory document
documents double earlier exactly folder folders food hereby herewith hence  inside instance likewise location locations mean meeting members member mere
merely mine months namely notes okay ongoing overview participant participants participate phone plain programme program proper provided queried quest reach
regardless respective respectively retrieve retrieved saved save search searched searching seen simply status sum summarise themselves therefore thus tick
attend attendee attendees attending asking aboard accept accepted acquire actions afterwards agree agreed agree allows among amid anew appended applicable apply
appointment appointments assigned associated attempt attempted await awaiting basic basis bear behind belongs beneath beside besides beyond book booked booking
bound briefly broad broadly brought bunch buy bought carry carried catch caught  charge charged cheers clarify closing collect collected combine
combined combination  compare compared concluded conduct conducted consecutive consist contained contains convey cool corresponding could count counting
created creation   daily deadline decided delete deleted delighted delivered desire desired determine determined discover display displayed
distribute double drop during dropped eager earn effect effective elsewhere enclosed encounter encourage enter entered equal equally establish estimated etc
eventually evident excuse execute executed expired extend extremely failed fantastic far fast favor favorite fetch figure figures filled final fingers firm
five folks formal formally forth forwarded fourth frequent frequently front fun further gather gathered gathering genuine gift grateful greet greetings
grown guest guests half happening hassle hearing held helpful here highest hosting host hosted hopefully hosts idea ideal immediately incl including
incoming individual individually indicates initially inquire inquiry intended into introduce introduced invited inviting keen kick kindest knowing label
labelled lacks lastly latter launch least lets light located locate lower lowest maximum max min minimum minor missing mistake modify modified monthly morning
most mostly multiple mutual nb noted notified observe obviously official offered older oldest once opinion ordered organise organised organize organized
outcome outgoing output owner own pair partly passed passing per perform performed permission perspective pertaining placed placing planning play plenty
point pointed points positive possess postpone potential preference preferred preparation presence prevent problem processed promptly purchase purchased
pursue putting query quicker quiet raise range rather regular regularly rejected relevant reliable remaining remains remember reminding removed rename renamed
repeat replied represent rescheduled reserve reserved resolve resolved responsible retain returned returns reviewed ring safe satisfied saw scratch
sending seriously  sessions seriously serves shall sharing shift sign significant since sincere sincerely situated slight slightly slot slots slow
smooth smoothly solely somebody somehow someone something sometime sometimes somewhere sooner span specified speed squeeze stage standard standing
starting starts stated stating stays stopped straight straightforward strong struck style suggested sum supply supposed switch switched tag tagged takes taking
talked target team telling thanks thankful thrilled throw tie tied till took toward track transfer treat tricky  trouble truly trust tune
unable under unique unread unlike until upcoming updating upload upon upset urgent usage utmost valid value values verify via
wanted warmly wanna watch ways wednesday weeks went wide wise wonder wondering worked working worries wrap www yeah yep yours
aim allocate allocated allocation dedicate dedicated devote devoted tackle occasion appear app's arriving arrival break bother bye ciao congrats congratulations dude fellow gents hugs ladies mate mates pal sir madam mr mrs ms miss dr prof
xoxo xx lol np asap fyi btw rsvp tbd tba ps pps re cc bcc url id ids
against opposite goal goals score scores scored participation fee fees entry total totals minute seconds hours quarter half pair dozen bunch bit piece pieces kind kinds type types sort amount rest half
part parts side sides corner middle centre center front bottom inside outside area region district neighbourhood spot place places position venue site building
man woman men women boy girl lady gentleman fellow adult child kid baby family parent relative
morning noon midday midnight weekday weekdays holiday season century moment while spell
arrangements activity activities exercise practice behaviour approach solution effort energy power ability skill strength
world country city town village nation state government society community public
body head face eye eyes ear foot feet leg arm mind heart soul
water air fire ground light dark sound noise colour color shape size weight length width height depth speed distance
price prices money budgetary financial economic income salary wage profit loss sale market economy
 education class student teacher  learning knowledge
law rule rules policy right rights duty order orders
story history fact truth lie example instance sample model pattern design style
strongly highly deeply closely fairly barely hardly nearly roughly exactly precisely absolutely totally fully partly mostly mainly largely generally usually normally
often sometimes seldom rarely frequently occasionally constantly always forever
wonderfully nicely beautifully perfectly successfully properly correctly carefully safely quickly slowly suddenly quietly
beautiful pretty ugly lovely cute funny serious strange weird crazy silly smart clever wise rich poor strong weak heavy light thick thin wide narrow deep shallow
tall short young old fresh clean dirty empty full open closed free busy quiet loud sweet bitter sour soft hard smooth rough sharp flat round
angry upset sad happy tired hungry thirsty sick healthy calm nervous proud ashamed afraid brave shy honest loyal
stand stood stands sit sits sat lie lay walk walks walked step jump push pull throw catch carry drag lift drop fall rise grow shrink stretch
show shows shown showing seem seems seemed appear appears look looks looked sound sounds feel feels felt smell taste touch
become became becoming remain remains stayed staying keep keeps kept keeping hold holds holding
start starts started starting begins began beginning finish finishes finished finishing ends ended ending lasts lasting
think thinks thinking believe believes know knows known understand realise realize recognise recognize remember forget imagine suppose guess expect hope wish
say says said speak speaks spoke talk talks tell tells explain describe mention discuss argue agree disagree promise refuse deny admit suggest recommend
leave leaves leaving left arrive arrives come coming came goes went gone return returns returning enter enters exit pass passes cross follow follows lead leads
move moves moving turn turns turning bring brings bringing brought take takes took give gives gave put puts putting place placed
make makes making made build builds built produce produces form forms cause causes help helps helped allow allows let lets
use uses using used need needs needed require requires want wants wanted like likes liked love loves loved enjoy enjoys prefer prefers
pay pays paying paid spend spends spent cost costs buy buys sell sells sold lend borrow owe owes owed own owns owned belong belongs
happen happens happened occur occurs occurred change changes changed changing develop develops improve improves increase decreases reduce add adds added
try tries tried attempt manage manages managed succeed fail fails failed win wins won lose loses lost
call calls calling called ask asks asking answer answers answered reply replies request requests invite invites invited offer offers offered accept accepts
consist consists contain contains include includes involve involves cover covers concern concerns depend depends
originally initially formerly lately recently previously afterwards meanwhile eventually finally soon shortly presently currently nowadays already still yet
somewhere anywhere everywhere nowhere elsewhere abroad overseas upstairs downstairs indoors outdoors nearby apart together alone aside away ahead behind
thing things stuff item items object objects matter matters issue issues problem problems question questions answer point points reason reasons
whoever whichever whomever alongside throughout despite except besides regarding concerning considering
attend attends attending serve serves served handle handles deal deals dealt arrange arranges arranged organise organises prepare prepares prepared
celebrate celebrates celebrating celebration gather gathers host hosts hosting hosted throw throws organiser organizer
swing poke flag ping circle loop aside scoop lug pop nip hop dash
asking wanting going willing hoping planning thinking looking trying getting making taking
contents content lot lots consisting comprised comprise comprises
booked reserve reserved holding pending status
consequently accordingly therefore thus hence otherwise nonetheless nevertheless moreover furthermore besides
""".split()
)
"""Words of the general vocabulary."""
