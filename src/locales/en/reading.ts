/** Content pages, the imprint and the privacy page. */
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
  'page.published': 'Published',
  'page.reading_time': 'Reading time',
  'page.minutes_one': '{count} minute',
  'page.minutes_other': '{count} minutes',
  'page.outline': 'In this article',
  'page.linked_products': 'From this article',
  'page.related': 'Read next',
  'page.onward': 'Read on',
  'page.trim_action': '{name}: materials, sizes, samples',
  'page.empty_title': 'Nothing here yet',
  'page.empty_text': 'We are still writing this page. If you have a question, please ask us.',

  'about.founded': 'the year we began in Dhaka',
  'about.products': 'products from one supplier',
  'about.countries': 'countries that we ship our trims to',
  'about.rooms': 'room types above the showroom',
  'about.workplace':
    'The sample room: light cabinet, pull tester, zipper cycle tester, and drawers with samples of each shade.',
  'courses.shared': 'In all courses',

  'services.matching_link': 'Open the colour card',
  'services.sampling_link': 'Choose the trims to sample',
  'services.testing_link': 'View the certificates by product',
  'services.packing_link': 'Packing and papers by country',
  'services.index_title': 'What we make this way',
  'services.index_text': 'Each trim has a page with its sizes, finishes and minimum order.',

  'packages.from': 'From {price}',
  'packages.included': '{extras}, worth {worth}.',
  'packages.saves': 'Booked separately from {separate}. You save {saved}.',
  'packages.room_alone': 'The room alone costs from {price} for these nights.',
  'packages.room_price': 'You pay the rate of the room. What is included costs nothing extra.',
  'packages.room_price_with': 'You pay only the rate of the room, and save {saved}.',
  'packages.dates_one': 'Choose dates for {count} night',
  'packages.dates_other': 'Choose dates for {count} nights',
  'packages.how_title': 'How to book',
  'packages.how_text':
    'Choose a package and your dates, and book it online. You see the price before you book. Extras that a package does not include, such as cars and meals, are charged as you use them.',
  'packages.way_title': 'Would you like us to arrange it?',
  'packages.way_action': 'View the packages',
  'packages.way_text':
    'We offer packages for a first visit, a working week or a family stay, planned around your work.',

  'closing.trade_title': 'Ask for a sample, or come and see',
  'closing.trade_text': 'Choose a product, and we will send samples in your shade. Or look at them with us in Dhaka.',
  'closing.stay_title': 'Stay above the showroom',
  'closing.stay_text': 'Put your suitcase down first. The samples are one floor below your room.',
  'closing.course_title': 'Take a seat at the table',
  'closing.course_text': 'Tell us which course you would like and when you are in Dhaka. We will reply with dates.',
  'closing.country_title': 'Where do your trims need to go?',
  'closing.country_text':
    'Tell us the product and the destination. We will reply with the documents needed and the delivery time.',

  'sidebar.label': 'More to read',
  'sidebar.featured': 'Featured article',
  'sidebar.courses': 'Popular Courses',
  'sidebar.countries': 'Popular Countries',
  'sidebar.offerings': 'Our Offering',
  'sidebar.categories': 'Categories',

  'service.title': 'Guest services',
  'service.trade': 'Services for the trade',
  'service.text': '{house} offers these services to guests: reception, meals and transport.',

  'imprint.text': 'This page shows who runs this site, where we are, and how we are registered.',
  'imprint.who_title': 'Who runs this site',
  'imprint.house_text': 'The same company runs {house} and its rooms.',
  'imprint.responsible': 'Responsible for this site',
  'imprint.reach_title': 'Address and contact',
  'imprint.registered_title': 'Registration',
  'imprint.registration': 'Company registration',
  'imprint.trade_licence': 'Trade licence',
  'imprint.tax_number': 'VAT registration (BIN)',
  'imprint.data_title': 'Your data',
  'imprint.data_text': 'Our privacy page explains which data we store, why, and for how long.',
  'imprint.others_title': 'Third-party content',
  'privacy.text':
    'This page explains which data we store about you, why and for how long, and how you can see or delete it.',
  'privacy.hint': 'How we handle your data',
  'privacy.who_title': 'Who we are',
  'privacy.who_text':
    '{name} runs this site and is responsible for the data stored on it. If you have a question about your data, please ask us.',
  'privacy.kept_title': 'What we store, and for how long',
  'privacy.kept_text':
    'We store only what you give us, or what another site sends us when you book one of our rooms there. We use it only for that purpose. When the period given below has passed, we delete it automatically.',
  'privacy.stay': 'A stay booked as a guest',
  'privacy.stay_text':
    'We keep your name, email, phone number and message to prepare your stay and to contact you. We keep them until {months} months after you leave, or after the booking ends without a stay. The room, the nights, the amount and the payments remain in our accounting records without your details. Details entered without a booking are deleted after {days} days.',
  'privacy.register': 'The guest register',
  'privacy.register_text':
    'The law requires us to register everyone who stays with us: name, nationality, identity papers, where they come from and where they go. The police may ask for the register. We keep it until {months} months after you leave, even if you close your account. If we store a copy of your passport or identity card, it is encrypted and every access is logged. We delete it no later than {days} days after you leave.',
  'privacy.elsewhere': 'Rooms booked on another site',
  'privacy.elsewhere_text':
    'The other site sends us the nights and a title, often only “Reserved”. We delete them {days} days after the last night. We send the other site only the nights on which a room is taken, and no personal data.',
  'privacy.request': 'Booking requests',
  'privacy.request_text':
    'We store the IP address of the request, so that nobody can block all our rooms with false bookings. We keep it until the request is answered or has expired, and for {days} days at most.',
  'privacy.account': 'Accounts',
  'privacy.account_text':
    'We keep your profile, your stays and enquiries, and where you are signed in until you close the account. We store your password only as a hash, which cannot be turned back into the password.',
  'privacy.messages': 'Messages and enquiries',
  'privacy.messages_text':
    'We keep your messages, the files you sent, your contact details, our replies and our notes for {months} months. We need them to answer you and to follow up later.',
  'privacy.quotations': 'Quotations',
  'privacy.quotations_text':
    'We keep the quotation, its recipient, your answer and the name of the person who accepted, with the order and its documents. A quotation is a business record. We keep it for {years} years, even if you close your account.',
  'privacy.invoices': 'Invoices',
  'privacy.invoices_text':
    'The law requires us to keep each invoice and the details of its recipient. We delete them after {years} years, even if you close your account.',
  'privacy.payments': 'Online payments',
  'privacy.payments_text':
    'We keep the payment method and bank for {months} months, and failed payments for {days} days. Amounts and references remain in our accounting records. We never see your card number.',
  'privacy.emails': 'Our emails to you',
  'privacy.emails_text':
    'We keep a copy of each email for {days} days. If an email contains a private link, such as the link to your stay, we delete its text after sending. If you opt out of reminders, we store only a hash of your address.',
  'privacy.visits': 'Page statistics',
  'privacy.visits_text':
    'We count visits on our own server, by day, page, language, type of device and the site you came from. We store only totals, without cookies, without your IP address and without anything that identifies you. They are kept for {years} years.',
  'privacy.safety': 'Protection against abuse',
  'privacy.safety_text':
    'We count the requests from each IP address for a short time. We keep a log of changes to stays and accounts, by number and without names, for {months} months.',
  'privacy.given_title': 'Who receives your data',
  'privacy.given_text':
    'Only the mail service that delivers our emails and the services named below receive your data. We do not sell your data, we do not track you, and there are no advertisements.',
  'privacy.webhooks_text':
    'We may use other programs, for example for bookkeeping. We notify them of events such as a stay, a payment or an enquiry. If they need to know the person, they also receive your name, email address and phone number. We keep a copy of these messages for {days} days, without any data we have deleted.',
  'privacy.map_text':
    'The map of our head office comes from {host}. It is loaded only when you scroll near it. That site then receives your IP address and learns that you come from our site, as with any embedded content. Its own privacy policy applies to the map.',
  'privacy.whatsapp_text':
    'WhatsApp receives nothing before you press a WhatsApp link. It then opens with a message that names the page you came from. The message is sent only if you send it.',
  'privacy.pay_text':
    'If you pay online, you pay on the page of our payment provider. The provider receives your name, email address, phone number and the stay that you pay for.',
  'privacy.browser_title': 'What your browser stores',
  'privacy.browser_text':
    'We use no cookies. For this site only, your browser stores your language, your last search and the products in your enquiry, until you delete them. Until you close the tab, it also stores the text of forms (never a password), the details of your enquiry and a form that is still being sent. The same applies to your latest booking, a payment in progress and your session.',
  'privacy.session_text':
    'A session continues after you close the tab only if you ask us to remember you. It expires after some time, and ends at once when you sign out. After you sign in, a marker lets us recognise this browser for half a year. It does not sign you in. It lets you sign in even while someone else is guessing your password.',
  'privacy.rights_title': 'Your rights',
  'privacy.right_see': 'Access: download all the data we store about you as one file, in your profile.',
  'privacy.right_correct': 'Correction: change your data in your profile, or write to us.',
  'privacy.right_remove':
    'Deletion: close your account in your profile at any time. We keep the details of a current or upcoming stay until it is over.',
  'privacy.right_guest':
    'Without an account: write to us from the address you gave us, and we will do all of this for you.',
  'privacy.right_ask':
    'Objection: tell us if you object to a use of your data. We will explain why we need the data, or stop using it.',
  'privacy.decline_title': 'Reminders and thank-you emails',
  'privacy.decline_text':
    'We send you a reminder before a stay and a thank-you email afterwards. If you want neither, you can opt out here. You still receive emails about your bookings, questions and payments.',
  'privacy.decline': 'Stop these emails',
  'privacy.decline_declined': 'You will receive no more reminders or thank-you emails.',
  'privacy.decline_undo': 'Resume these emails',
  'privacy.decline_wanted': 'You will receive a reminder before each stay, and a thank-you email afterwards.',
  'privacy.decline_unknown': 'This link has expired. Write to us, and we will help.',
} as const
