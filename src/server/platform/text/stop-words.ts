import { stripDiacritics } from './stemmer.ts'

/**
 * Stop words by primary language subtag, one-letter words included. They identify a text's language and are excluded
 * from its topics. Compiled by hand.
 */
export const stopWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: `a about above after again all also an and any are as at be because been before being between both but by can
      could did do does down during each either few for from further get had has have he her here him his how however
      i if in into is it its itself just like made make many may might more most much must my no nor not of off on
      once one only or other our out over own same shall she should since so some such than that the their them then
      there these they this those through to too under until up upon us use used uses using very was we were what when
      where whether which while who whom whose why will with within without would yes yet you your
      somebody someone anybody anyone everybody everyone actually really
      don dont doesn doesnt didn didnt isn isnt aren arent wasn wasnt weren werent wont cant couldn couldnt shouldn
      shouldnt wouldn wouldnt haven havent hasn hasnt hadn hadnt whats hows wheres whos thats theres im ive ll ve
      youre youve youll youd theyre theyve weve hes shes am me`,
    de: `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bist da dabei dann das dass dem
      den denn der des deren dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen
      einer eines er es etwas für gegen haben hat hatte hatten hier ich ihm ihn ihr ihre ihrem ihren ihrer im in ins
      ist ja jede jedem jeden jeder jedes kann kein keine können man mehr mit muss nach nicht noch nun nur ob oder ohne
      sehr sein seine seinem seinen seiner seit sich sie sind so sollte über um und uns unter viel vom von vor war
      waren was weil welche welcher welches wenn wer werden wie wieder wir wird wo wurde wurden während zu zum zur
      zwischen wann warum wem wen wessen viele welchem welchen wodurch wofür wogegen woher wohin womit woran worauf
      woraus worin worüber wovon wovor wozu weshalb wieso heißt heißen hieß hießen nennt nennen nannte könnte
      konnte konnten sollen sollten lassen lässt ließ macht machte machen steht stand jeweils bezüglich sowie
      wollte wollten dürfen darf mussten musste müssen dürfte mich mir dich dir euch mein meine meinem meinen meiner
      meines dein deine deinem deinen deiner unser unsere unserem unseren unserer euer eure eurem euren eurer würde
      würden wäre wären hätte hätten`,
    es: `a al algo algunos ante antes aquel aquella así aun aunque bajo bien cada como con contra cual cuales cuando
      cuanto cuánto cuántos cuántas cuál cuáles cuándo cómo de del desde donde dónde dos durante e el él ella ellas
      ellos en entre era eran es esa ese eso esta estaba estado están estar este esto estos fue fueron ha había han
      hasta hay la las le les lo los más me mi mientras muy nada ni no nos o otra otro otros para pero poco por porque
      puede que qué quien quién quiénes se según ser si sin sobre son su sus también tan tanto tiene tienen todo todos
      tras tu un una uno unos y ya yo adónde cuanta cuánta cuantas cuantos cuesta cuestan puedo puedes podemos podéis pueden
      podría podrías podrían podríais quiero quisiera necesito tengo tienes tenéis tenemos hacéis haces soy eres somos
      sois estoy estás estáis vais vosotros vuestra vuestras vuestro vuestros`,
    fr: `à afin ai ainsi alors après au aucun aussi autre autres aux avait avant avec avoir car ce cela ces cet cette
      ceux chaque chez comme comment dans de depuis des deux donc dont du elle elles en encore entre est et était
      étaient été être eu fait faire il ils je jusqu la là le les leur leurs lors lui mais même mes moins mon ne ni nos
      notre nous on ont ou où par pas peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi sa
      sans se selon ses si son sont sous sur ta te tous tout toute toutes très tu un une vos votre vous y
      combien coûte coûtent coute coutent lequel laquelle lesquels lesquelles aura aurait êtes sommes suis avez avons peux pouvez
      pouvons pourrait pourrais pourriez puis faut faites ça ma
      c d j l m n s t jusqu lorsqu puisqu peut-on jai cest`,
    it: `a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci cioè come con contro così cui da dagli dai
      dal dalla dalle degli dei del della delle dello di dopo dove due e è ed era erano essere fino fra fu gli ha hanno
      i il in io la le lo loro lui ma mentre molto ne nei nel nella nelle nello noi non nostro o ogni oltre per perché
      più poi prima qual quale quali quando quanti quanto quella quelle quelli quello questa queste questi questo se
      sei si sia sono sotto stato su sua sue sui sul sulla suo suoi tra tutti tutto un una uno
      quanta quante posso puoi può potete possiamo possono vorrei
      all com cos costa costano d dall dell dov l nell quant quest sull ho hai abbiamo avete devo deve dobbiamo mi ti
      mio mia miei mie tuo tua vostro vostra vostri vostre faccio fate`,
    pt: `a ao aos as até com como contra cada da das de dela dele deles depois desde do dos durante e é ela elas ele eles
      em entre era eram essa esse esta está estão este eu foi foram há isso isto já lhe mais mas me mesmo meu muito na
      nas não nem no nos nós o onde os ou para pela pelas pelo pelos pode por porque qual quais quando quanto quantos
      que quem se sem ser seu seus só sobre são sua suas também tem têm tinha um uma você
      quanta quantas aonde custa custam posso podem podemos quero gostaria vocês tenho temos`,
    nl: `aan af al alle als andere ben bij daar dan dat de deze die dit doch doen door dus een eens en er ge geen had
      heb hebben heeft het hier hij hoe hoeveel ik in is ja je kan kon kunnen maar me meer men met mij mijn moet na
      naar niet niets nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor waar
      waarom wanneer want waren was wat welke werd wezen wie wij wil worden wordt zal ze zei zich zij zijn zo zonder zou
      jij jou jouw jullie kunt mag mogen moeten`,
    ro: `a acea aceasta această acel acest acestei acestui aceste acestea ai al ale am ar are as asta au avea avut ca cam
      care către ce cea cei cel cele celor cât câte câți cine cu cum când da dar de deci decât despre din dintre după
      ea ei el ele era este eu fi fie fiind fost iar i îi în înainte între l la le lor lui mai mult mulți n ne nici nu
      o ori pe pentru peste poate prea prin s sa sau să se sub sunt și te toate tot un una unde unei unor unui va
      vor`,
    tr: `acaba ama ancak arasında artık aslında az bazı belki ben beri bile bir biraz birçok biri birkaç biz bu buna bunlar
      bunu bunun burada çok çünkü da daha de değil diğer diye en gibi göre hangi hangisi hem hep her hiç için ile ilk ise
      kadar kaç kendi ki kim kimin mi mı mu mü nasıl ne neden nedir nerede nereye o olan olarak oldu olduğu olduğunu olup
      onlar onu onun ona sadece sonra şey şu tarafından tüm üzere var ve veya ya yani yok zaman`,
    vi: `ai bao bằng bị bởi các cái cả càng chỉ cho chưa có có_thể cũng của cùng do đã đang đây để đến đều đi đó được gì
      giữa hay hơn họ khi không là lại làm lên lúc mà mình mỗi một nào này nên nếu người nhiều như những nhưng ở phải qua
      ra rằng rất sau sẽ sự tại theo thì trên trong trước từ và vào vẫn về vì việc với vừa`,
    sv: `alla allt att av blev bli blir de dem den denna deras dess det detta dig din dock du där efter ej eller en er ett
      från för ha hade han hans har hon hur här i icke inte ja jag kan kunde man med mellan men mycket många när något och
      om oss på samma sedan sig sin sina ska skulle som så till under upp ut utan vad var vara varför vem vid vilka vilken
      vilket är över`,
    da: `af alle alt anden at blev blive bliver da de dem den denne der deres det dette dig din dog du efter eller en end er
      et for fra ham han hans har havde hende hun hvad hvem hver hvilke hvis hvor hvordan hvornår i ikke ind jeg jo kan
      kunne man mange med meget men mig min mod når og også om op os på sig sin skal skulle som til ud under var ved vi vil
      ville være været`,
    no: `alle at av ble bli blir da de dem den denne der deres det dette disse du eller en enn er et etter for fra ha hadde
      han har hun hva hvem hver hvilke hvis hvor hvordan hvorfor i ikke ja jeg kan kunne man mange med mellom men mot mye
      når nå og også om opp oss over på seg sin skal skulle som så til ut var ved vi vil ville være vært`,
    fi: `ei eivät että hän he hänen ja jo joka jolla jonka jos joten jotka kaikki kanssa keskuudessa kohti koska kuin kuinka
      kuka kun kuten me mihin mikä milloin minä missä mitä mukaan mutta myös ne niiden niin nyt noin oli olivat olla ole on
      ovat saa se sekä sen sitä siinä siitä tai tämä tämän te tuo vaan vain vai voi voivat`,
    hu: `a abban ahhoz aki akik akkor alatt amely amelyek ami amit arra az azért aztán azt azzal be csak de e egy egyes egyik
      egyéb el ez ezek ezt és fel ha hány hanem hogy hogyan hol igen is ill itt ki kell kellett la le lehet lenne lesz lett
      már meg melyik mely mert mi miért mikor milyen mind mint minden még nem nincs ő ők össze pedig s sem sok szerint számára
      több új után vagy van vannak volna volt voltak`,
    pl: `a aby ale albo ani bardzo bez bo by być był była było były być choć co czy czyli dla do dość gdy gdzie go i ich ile
      im innych iż ja jak jako jaka jaki jakie je jego jej jest jeszcze jeśli już każdy kiedy kilka kto która które którego
      której który których którym którzy lub ma mają mi między może można na nad nie nich niej o od oraz po pod podczas przed
      przez przy się są ta tak także tam te tego tej ten też to tu tych tylko tym u w we więc wszystko z za ze że`,
    cs: `a aby aj ale ani asi až bez bude by byl byla byli bylo být co což další do i ja jak jako je jeho jejich její jen ještě
      ji již jsem jsou k kde kdo kdy kolik když která které který kteří ku ma má mezi mi mít může na nad nebo než není o od
      ona oni po pod podle pokud pouze pro proto proč před přes při s se si sice ta tak také takže tato te tedy ten tento to
      toho tom tuto ty u už v ve více však z za ze že`,
    ru: `а без более бы был была были было быть в вам вас во вот все всего всех вы где да даже для до его ее её если есть еще
      ещё же за и из или им их к как какая какие какой каком когда который которая которое которые которых кто куда ли лишь
      между меня мне много может можно мы на над надо нас не него нет ни но о об один однако он она они оно от очень по под
      после при про с сам свой своего своих себя сколько со так также такой там то тогда того тоже только том тот у уже
      чего чем что чтобы эта эти это этого этой этом этот я`,
    uk: `а або але б без був була були було бути в вам вас ви від він вона вони воно все всі де для до є же з за і із або її
      їх й його коли котрий кого ми може на над нас не немає ні о один однак по під при про с свій себе та так також там те
      ти тільки то того тому у хто це цей ця ці через чи що щоб як яка яке який які якого`,
    el: `ένα ένας αλλά αν από αυτά αυτές αυτή αυτό αυτοί αυτός αυτών για δεν δύο εδώ είναι είχαν είχε εκεί ενός ενώ επί
      έχει έχουν η ή ήταν θα και κάθε καθώς κατά κι μας με μετά μέχρι μη μια μία μιας μόνο να ο οι όμως όπου όπως όπως όσο
      όταν ότι οποία οποίο οποίοι οποίος οποίες ποια ποιες ποιο ποιοι ποιον ποιος πολύ που πού πριν προς πώς πόσα πόσες
      πόσοι πόσο σε στα στη στην στις στο στον στους στων τα τη την της τι τις το τον του τους των ως πότε`,
    ar: `أ أن أو إلى إن أي أين التي الذي الذين الى او اي ان إذا اذا أكثر أما بعد بعض بل به بها بين تم ثم جدا حتى حيث خلال ذلك
      سوف على عليه عليها عن عند عندما غير فإن في فيه فيها قبل قد كان كانت كل كم كما كيف لا لأن لدى لقد لكن لم لماذا له لها لو
      ليس ما ماذا متى مثل مع من منذ منه منها نحو هذا هذه هل هم هنا هناك هو هي و وفي وقد وكان ولا وما ومن وهو وهي يكون`,
    fa: `از است اما اگر این آن آنها با بر برای بود بودند به بین تا تر چه چرا چند چگونه خود دارد دارند در دیگر را شد شده شود
      کدام کرد کرده کند کنند کجا که کی ما من مورد می نیز و ها های هر هم همه یا یک`,
    hi: `अगर अथवा अन्य अपना अपनी अपने आदि इस इसका इसकी इसके इसमें इसी इसे उन उनका उनकी उनके उन्हें उन्होंने उस उसका उसकी उसके उसे
      एक एवं और कई कब कर करता करते करना करने कहाँ कहा का कि कितना कितनी कितने किया किस किसने किसी की कुछ के कैसे को कोई कौन क्या क्यों
      गई गए गया चाहिए जब जहाँ जा जाता जाती जाते जिस जिसमें जैसे जो तक तथा तब तरह तो था थी थे द्वारा दिया दो न नहीं ने पर पहले
      फिर बहुत बाद भी में मैं यदि यह या ये रहा रहे लिए लेकिन व वह वहाँ वाला वाली वाले वे सकता सकते सब सभी साथ से सा ही हुआ हुई हुए है
      हैं हो होता होती होते होना`,
    th: `ก็ กว่า กับ กัน การ ของ ขึ้น ความ คือ จะ จาก จึง ซึ่ง ด้วย ด้าน ได้ ตั้งแต่ ตาม ต้อง ถึง ถูก ที่ ทั้ง ทำ ทำให้ นั้น นี้ ใน
      ใคร บาง เป็น เป็นการ ผู้ เพราะ เพื่อ มา มาก มี เมื่อ แม้ ไม่ ยัง ระหว่าง รับ โดย และ แล้ว แต่ แห่ง ว่า ส่วน สามารถ สิ่ง หรือ หลัง
      ให้ อยู่ อย่าง อะไร อีก เขา เธอ มัน พวก ไหน ใด เท่าไร เท่าไหร่ กี่ อย่างไร ทำไม ไป คน`,
    zh: `的 了 在 是 和 与 或 也 就 都 而 及 着 把 被 让 向 从 到 对 为 以 于 由 之 其 这 那 这个 那个 这些 那些 他 她 它 他们 我 我们 你 你们
      有 没有 不 很 更 最 会 能 可以 可能 要 将 已 已经 并 并且 但 但是 因为 所以 如果 虽然 什么 谁 哪 哪里 哪个 哪些 何时 多少 几 怎么 怎样
      如何 为什么 个 一个 一些 一种 上 下 中 里 时 后 前 等 年 地 得 吗 呢 该 此 所 给 用 至 某`,
    ja: `の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ よう また もの という
      あり まで られ なる へ か だ これ によって により おり より による ず なり られる において ば なかっ なく しかし について せ だっ その後 できる それ
      う ので なお のみ でき き つ における および いう さらに でも ら たり その他 に関する たち ます ん なら です 何 誰 いつ どこ どの`,
    ko: `이 그 저 것 수 등 및 또는 그리고 하지만 그러나 에 의 가 은 는 을 를 와 과 도 로 으로 에서 에게 까지 부터 한 할 하는 하다 있다 없다 있는 되는 된
      이다 입니다 무엇 누구 언제 어디 어떻게 왜 몇 얼마나 어떤`,
  }).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
)

/** Languages in which people often type without accents, "puo" for "può", and no other word is written so. */
const OFTEN_WITHOUT_ACCENTS = ['el', 'es', 'fr', 'it', 'pt', 'ro']
const withoutAccents: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  OFTEN_WITHOUT_ACCENTS.map((language) => [language, new Set([...(stopWords[language] ?? [])].map(stripDiacritics))]),
)

/** Uses the English list if `language` is unknown. */
export function isStopWord(folded: string, language: string): boolean {
  const isListed = (stopWords[language] ?? stopWords['en'])?.has(folded) ?? false
  return isListed || (withoutAccents[language]?.has(folded) ?? false)
}

/** True if `word`, as typed in `text`, is a keyword rather than a stop word: WHERE in a question that is not all capitals. */
export function isKeyword(word: string, text: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word) && /\p{Ll}/u.test(text)
}
