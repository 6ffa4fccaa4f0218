/** The pages to be read: about, packages, posts and the rest, and what we keep of people. */
export const reading = {
  'page.about': 'About us',
  'page.goals': 'Goals',
  'page.countries': 'Countries',
  'page.courses': 'Courses',
  'page.services': 'Services for the trade',
  'page.offerings': 'Our Offerings',
  'page.mission_vision': 'Mission & Vision',
  'page.blog': 'Blog',
  'page.preview': 'Preview, not published',
  'page.packages': 'Stay packages',
  'page.read_more': 'READ MORE',
  'page.onward': 'Read on',
  'page.trim_action': '{name}: materials, sizes, samples',
  'page.empty_title': 'Nothing here yet',
  'page.empty_text': 'We are still writing this page. Ask us, and you will have the answer sooner.',

  'packages.from': 'From {price}',
  'packages.dates_one': 'Find {count} night',
  'packages.dates_other': 'Find {count} nights',
  'packages.more': 'Everything about this stay',
  'packages.how_title': 'How to book one',
  'packages.how_text':
    'Choose your dates and your room, and name the stay in the message of your booking. You pay the nightly rate of the room. What is not in it, cars and meals above all, is charged as you take it.',
  'packages.way_title': 'Would you like it arranged?',
  'packages.way_action': 'See the packages',
  'packages.way_text': 'A first visit, a working week, or with the family: arranged around the work you came to do.',

  'sidebar.label': 'More to read',
  'sidebar.featured': 'Featured Article',
  'sidebar.courses': 'Popular Courses',
  'sidebar.countries': 'Popular Countries',
  'sidebar.offerings': 'Our Offering',
  'sidebar.categories': 'Categories',

  'service.title': 'Services of the house',
  'service.trade': 'Services for the trade',
  'service.text': 'What you find at {house} while you stay: at the desk, at the table and on the road.',

  'imprint.text': 'Who runs this site, where they are, and how they are registered.',
  'imprint.who_title': 'Who runs this site',
  'imprint.house_text': 'The rooms of {house} are let by the same company.',
  'imprint.responsible': 'Responsible for this site',
  'imprint.reach_title': 'Where, and how to reach us',
  'imprint.registered_title': 'Registration',
  'imprint.registration': 'Company registration',
  'imprint.trade_licence': 'Trade licence',
  'imprint.tax_number': 'VAT registration (BIN)',
  'imprint.kept_title': 'What this site keeps',
  'imprint.kept_text': 'What we keep of you, why, and for how long, stands on a page of its own.',
  'imprint.others_title': 'What comes from others',
  'privacy.text': 'What we keep of you and why, for how long, and how you see it or have it removed.',
  'privacy.hint': 'How we treat your details',
  'privacy.who_title': 'Who we are',
  'privacy.who_text':
    '{name} runs this site and answers for what is kept on it. Whatever you want to know about your data, ask us: a person replies.',
  'privacy.kept_title': 'What we keep, and for how long',
  'privacy.kept_text':
    'Only what you give us yourself, or what a site tells us on which you booked one of our rooms, and only for the purpose you gave it for. When its time is over, it is removed by itself.',
  'privacy.stay': 'A stay booked as a guest',
  'privacy.stay_text':
    'Your name, email, telephone and message, so that we can receive you and reach you: until {months} months after you leave, or after the booking comes to nothing. The room, the nights, the amount and what was paid for it remain in our books, without you. Details left without a booking are forgotten after {days} days.',
  'privacy.register': 'The register of guests',
  'privacy.register_text':
    'Whoever sleeps in our house is registered, because the law asks it of us: name, nationality, papers, where they come from and go to. The police may ask for it. It is kept until {months} months after you leave, also where an account is closed. Where the house keeps a picture of your paper, it is sealed, every look at it is noted, and it is gone {days} days after you leave at the latest.',
  'privacy.elsewhere': 'One of our rooms booked on another site',
  'privacy.elsewhere_text':
    'That site tells us the nights, and what it calls them, often no more than “Reserved”. We keep that until {days} days after the last night. What we tell such sites is on which nights a room is taken, and nothing of anybody.',
  'privacy.request': 'A request that waits for our answer',
  'privacy.request_text':
    'The network it came from, so that nobody can hold all our rooms with made-up bookings: until the request is answered or over, and for {days} days at most.',
  'privacy.account': 'An account',
  'privacy.account_text':
    'Your profile, your stays and enquiries, and where you are signed in: until you close the account. Of your password we keep only a fingerprint that nobody can turn back into it.',
  'privacy.words': 'Messages and enquiries',
  'privacy.words_text':
    'What you wrote, the files you sent with it, how to reach you, and what we answered and noted of it, so that we can answer, and look it up when you come back to it: for {months} months.',
  'privacy.offers': 'Quotations',
  'privacy.offers_text':
    'What we offered you, to whom, and what you answered: a paper of our business, kept for {years} years, also where an account is closed.',
  'privacy.invoices': 'Invoices',
  'privacy.invoices_text':
    'What an invoice says, and to whom it is made out: the law wants it kept, and we forget it after {years} years, also where an account is closed.',
  'privacy.payments': 'A payment online',
  'privacy.payments_text':
    'By what you paid, and of which bank, for {months} months; what came to nothing for {days} days. Amounts and references stay, for the books. The number of your card we never see.',
  'privacy.letters': 'Our letters to you',
  'privacy.letters_text':
    'A copy of each, for {days} days. Where a letter holds a key, such as the link to your stay, the copy is emptied as soon as the letter has left. If you want no reminders, we keep a fingerprint of your address that says so, and not the address.',
  'privacy.visits': 'How often a page is read',
  'privacy.visits_text':
    'We count it on our own server, by day, page and language, whether on a phone or not, and which site led to us: sums alone, without cookies, without your address or anything that says who you are. They are kept for {years} years.',
  'privacy.safety': 'What keeps out abuse',
  'privacy.safety_text':
    'How often a network address calls on us, for a short while; and what was done to a stay or an account, under its number and without names, for {months} months.',
  'privacy.given_title': 'Who else gets it',
  'privacy.given_text':
    'Nobody but the mail service that carries our letters to you, and whoever is named below. We sell nothing of it, nobody follows you here, and there are no advertisements.',
  'privacy.told_text':
    'Other programs that the house may use, for its bookkeeping for instance, are told when something happens: a stay, a payment, an enquiry. Where they must know whom it is about, your name, email address and telephone go along. We keep a copy of that for {days} days, and none of what we have forgotten of you.',
  'privacy.map_text':
    'The map of our head office comes from {host}. It is loaded only when you come near it on the page; then they learn your network address and that you come from our site, as every site does that a page brings in. What their map does in its frame follows their rules.',
  'privacy.whatsapp_text':
    'The WhatsApp links are no more than links: nothing goes to WhatsApp before you press one. Then it opens with a message that names the page you came from, and sends it only if you do.',
  'privacy.pay_text':
    'Whoever pays online is led to SSLCommerz. It is told your name, email address and phone number, and which stay is paid.',
  'privacy.browser_title': 'What your own browser keeps',
  'privacy.browser_text':
    'There are no cookies. Your browser remembers for this site alone: your language, your last search and the products in your enquiry, until you delete them; and in its tab, until you close it, what you have typed into a form (never a password) and who you said you are in an enquiry, a form that was sent and is not answered yet, the stay you have just booked, where you left us to pay, and your session.',
  'privacy.session_text':
    'Only if you ask to be remembered does a session outlast the tab. It ends by itself in time, and at once when you sign out. What remains of a sign-in is a mark by which we know this browser again for half a year: it opens nothing, but lets you in while strangers guess at your password.',
  'privacy.rights_title': 'What you can ask of us',
  'privacy.right_see': 'To see all that we keep of you and take it with you: in your profile, as one file.',
  'privacy.right_mend': 'To correct it: in your profile, or by a word to us.',
  'privacy.right_remove':
    'To have it removed: close your account in your profile whenever you like. A stay that is not over keeps your details until it is.',
  'privacy.right_guest':
    'All of this without an account: write to us from the address you gave us, and we do it for you.',
  'privacy.right_ask': 'To object, or to ask why we need something: we answer, or we let it go.',
  'privacy.decline_title': 'Reminders and thanks',
  'privacy.decline_text':
    'Before a stay we remind you of it, and afterwards we thank you. If you want neither, say so here. What you book, ask or pay is written to you all the same.',
  'privacy.decline': 'Write me neither',
  'privacy.decline_declined': 'We write you no reminders and no thanks any more.',
  'privacy.decline_undo': 'I want them after all',
  'privacy.decline_wanted': 'We remind you again before you come, and thank you afterwards.',
  'privacy.decline_unknown': 'We do not know this letter any more. Write to us, and we see to it.',
} as const
