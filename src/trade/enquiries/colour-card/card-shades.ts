import type { Language } from '#routes/public.ts'
import { formatCardCode } from '../card-code.ts'

/** The colour card: ten families of six shades, each from light to dark. The sRGB values are for screens only. */
const shadeDefinitions: readonly (readonly [colour: string, en: string, bn: string])[] = [
  ['#f6f4ee', 'Bleached', 'ধবধবে'],
  ['#f1e9d8', 'Ivory', 'আইভরি'],
  ['#e6d9bf', 'Ecru', 'ইক্রু'],
  ['#d6c6a8', 'Oatmeal', 'ওটমিল'],
  ['#c2ad87', 'Flax', 'ফ্ল্যাক্স'],
  ['#a48b5f', 'Jute', 'পাট'],
  ['#dcdedc', 'Mist', 'কুয়াশা'],
  ['#b6b9b7', 'Pumice', 'ঝামা'],
  ['#8b9091', 'Slate', 'স্লেট'],
  ['#626769', 'Steel', 'ইস্পাত'],
  ['#3d4143', 'Graphite', 'গ্রাফাইট'],
  ['#1c1d1e', 'Lamp black', 'কাজল'],
  ['#dcc39e', 'Sand', 'বালি'],
  ['#bf9661', 'Camel', 'উট'],
  ['#99693f', 'Tobacco', 'তামাক'],
  ['#7c5138', 'Clay', 'এঁটেল'],
  ['#5a3b2b', 'Walnut', 'আখরোট'],
  ['#3a2820', 'Coffee', 'কফি'],
  ['#f6e7a8', 'Butter', 'মাখন'],
  ['#f0cf4f', 'Mustard flower', 'সর্ষে ফুল'],
  ['#dfab2a', 'Turmeric', 'হলুদ'],
  ['#c68f2a', 'Ochre', 'গেরি'],
  ['#a3782f', 'Honey', 'মধু'],
  ['#7d5f2c', 'Brass', 'পিতল'],
  ['#f4c9a6', 'Peach', 'পিচ'],
  ['#ee9f66', 'Apricot', 'খুবানি'],
  ['#e5762c', 'Marigold', 'গাঁদা'],
  ['#c65a2a', 'Rust', 'মরচে'],
  ['#a04328', 'Brick', 'ইট'],
  ['#7a3524', 'Henna', 'মেহেদি'],
  ['#f2c2b8', 'Shell', 'ঝিনুক'],
  ['#e88476', 'Coral', 'প্রবাল'],
  ['#d8412f', 'Chilli', 'মরিচ'],
  ['#b8262b', 'Vermilion', 'সিঁদুর'],
  ['#8f2430', 'Madder', 'মঞ্জিষ্ঠা'],
  ['#611b28', 'Oxblood', 'খয়েরি'],
  ['#f0cfd9', 'Lotus', 'পদ্ম'],
  ['#dd93b4', 'Rose apple', 'জামরুল'],
  ['#c34a83', 'Hibiscus', 'জবা'],
  ['#93346f', 'Bougainvillea', 'বাগানবিলাস'],
  ['#66305f', 'Plum', 'জাম'],
  ['#40244a', 'Aubergine', 'বেগুন'],
  ['#cfe0ec', 'Ice', 'বরফ'],
  ['#93bcdd', 'Monsoon sky', 'বর্ষার আকাশ'],
  ['#4f86b8', 'Denim', 'ডেনিম'],
  ['#2d5a98', 'Jamdani blue', 'জামদানি নীল'],
  ['#263f78', 'Indigo', 'নীল'],
  ['#18264a', 'Midnight', 'মধ্যরাত'],
  ['#c6e4de', 'Foam', 'ফেনা'],
  ['#82c3bf', 'Lagoon', 'দিঘি'],
  ['#3d9c9d', 'Kingfisher', 'মাছরাঙা'],
  ['#1f7a7d', 'Peacock', 'ময়ূর'],
  ['#145a5d', 'Teal', 'গাঢ় জল'],
  ['#0d3c42', 'River night', 'রাতের নদী'],
  ['#dbe3b4', 'Pistachio', 'পেস্তা'],
  ['#a6bf6a', 'Young rice', 'ধানের চারা'],
  ['#6f9646', 'Betel leaf', 'পান'],
  ['#4d7340', 'Banana leaf', 'কলাপাতা'],
  ['#305a41', 'Bottle', 'বোতল'],
  ['#1d3a2d', 'Sundarban', 'সুন্দরবন'],
]

const FAMILY_SIZE = 6

interface CardShade {
  code: string
  colour: string
  name: Record<Language, string>
}

const cardShades: readonly CardShade[] = shadeDefinitions.map(([colour, en, bn], index) => ({
  code: `SG-${String(index + 1).padStart(2, '0')}`,
  colour,
  name: { en, bn },
}))

/** A shade in one language. `value` is its code, `name` the code and the name. */
const toSwatch = ({ code, colour, name }: CardShade, language: Language) => ({
  value: code,
  name: `${formatCardCode(code, language)} ${name[language]}`,
  colour,
})

export const listCardShades = (language: Language) => cardShades.map((shade) => toSwatch(shade, language))

export function findCardShade(code: string, language: Language) {
  const shade = cardShades.find((card) => card.code === code)
  return shade && toSwatch(shade, language)
}

/**
 * The shades that a product page offers: a medium shade of each coloured family, and the requested one. All others are
 * on the colour card.
 */
export function listProductShades(language: Language, requestedCode?: string) {
  const isShown = ({ code }: CardShade, index: number) =>
    code === requestedCode || (index >= 3 * FAMILY_SIZE && index % FAMILY_SIZE === 3)
  return cardShades.filter(isShown).map((shade) => toSwatch(shade, language))
}
