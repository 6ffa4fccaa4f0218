/** The home page. */
export const home = {
  'home.title': 'Welcome to {name}',
  'home.services_eyebrow': 'Our Services',
  'home.services_title': 'Best Solutions For Your Business',
  'home.rooms_eyebrow': 'Selvage House',
  'home.rooms_title': 'Stay where your trims are made',
  'home.rooms_text': 'Visiting for sampling or an inspection? Our own rooms are in Banani, right above the showroom.',
  'home.rooms_all': 'All rooms',
  'home.map_title': 'Head office',
  'home.map_open': 'Open in maps',
  'home.map_frame': 'Map of our head office in Banani, Dhaka',
  'home.closer_eyebrow': 'A closer look',
  'home.closer_title': 'Small parts, exactly made',
  'home.closer_all': 'Everything we make',
  'home.story_title': 'How we work',
  'home.story_text': 'One order sheet, one desk, and the trims of a whole style made to go together.',
  'home.since': 'Since {year}',
  'home.talk_title': 'Tell us what you are making',
  'home.talk_text': 'Send a sketch, a swatch or a tech pack. We answer with samples, not with promises.',
  'home.talk_action': 'Write to us',
  'home.description':
    'Zippers, buttons, elastic, thread, lace, ribbon, labels and hangers for the garment industry, made in Dhaka since 1995, and rooms for visiting buyers.',
} as const
