import type { roomPage } from '#stays/bookings/reserve/room-page.tsx'
import type { roomsPage } from '#stays/bookings/search/rooms-page.tsx'
import type { GlobalData, Post } from '#content/contract.ts'
import type { Product, ProductDetails } from '#trade/enquiries/contract.ts'
import { unitLabels } from '#trade/enquiries/labels.ts'
import { categoryLabels } from '#trade/enquiries/products/category-labels.ts'
import type { colourCardPage } from '#trade/enquiries/colour-card/colour-card-page.tsx'
import type { productPage } from '#trade/enquiries/products/product-page.tsx'
import type { productsPage } from '#trade/enquiries/products/products-page.tsx'
import type { Page } from '#platform/pages/page.tsx'
import { defaultPicture } from '#platform/pages/sharing.tsx'
import type { PageDescription } from '#platform/pages/render.tsx'
import type { Room } from '#stays/rooms/contract.ts'
import { href, inLanguage, pages } from '#routes/public.ts'
import type { Translator } from '#locales/translator.ts'
import type { Api } from '../api.ts'
import { categories } from '#content/categories.ts'
import { buildPostHref } from '../reading/post-path.ts'
import type { postPage } from '../reading/article/post-page.tsx'

/** Describes a page for search engines as schema.org data, made from the data that the page shows. */
export async function describePage({
  entry,
  data,
  api,
  translator,
  publicUrl,
}: PageDescription<Api>): Promise<readonly object[]> {
  const describe = descriptions[entry]
  if (!describe) return []
  const company = await api.getGlobalData({})
  return describe(data as never, {
    api,
    company,
    translator,
    address: (path) => publicUrl + inLanguage(path, translator.language),
    file: (path) => publicUrl + path,
  })
}

interface DescribeContext {
  api: Api
  company: GlobalData
  translator: Translator
  /** The absolute address of a page, in the visitor's language. */
  address(path: string): string
  file(path: string): string
}
type DataOf<P> = P extends Page<never, infer Data> ? Data : never
type Describe<Data> = (data: Data, context: DescribeContext) => object[] | Promise<object[]>

const describeHome: Describe<unknown> = async (_, context) => [
  describeOrganization(context),
  describeWebSite(context),
  describeLodgingBusiness(context, await listActiveRooms(context)),
]

const describeContact: Describe<unknown> = async (_, context) => [
  describeLodgingBusiness(context, await listActiveRooms(context)),
]

const describeRooms: Describe<DataOf<typeof roomsPage>> = ({ rooms }, context) => [
  {
    ...describeLodgingBusiness(context, rooms ?? []),
    makesOffer: (rooms ?? []).map((room) => ({
      ...createRoomOffer(context, room),
      itemOffered: createRoomReference(context, room),
    })),
  },
]

const describeRoom: Describe<DataOf<typeof roomPage>> = ({ room, pictures, facilities }, context) => [
  {
    ...createRoomReference(context, room),
    // Search engines read the price from a Product, and the other properties from a HotelRoom.
    '@type': ['HotelRoom', 'Product'],
    description: room.roomDescription,
    image: pictures.map(({ src }) => context.file(src)),
    bed: { '@type': 'BedDetails', typeOfBed: room.bed_name },
    occupancy: { '@type': 'QuantitativeValue', maxValue: room.max_guests, unitCode: 'C62' },
    floorSize: { '@type': 'QuantitativeValue', value: room.size_sqm, unitCode: 'MTK' },
    amenityFeature: facilities?.map(({ facilities_name }) => ({
      '@type': 'LocationFeatureSpecification',
      name: facilities_name,
      value: true,
    })),
    containedInPlace: createLodgingReference(context),
    offers: createRoomOffer(context, room),
  },
]

const describePost: Describe<DataOf<typeof postPage>> = ({ post, product }, context) => [
  describeArticle(context, post, product ? href('product', { slug: product.slug }) : buildPostHref(post)),
]

const describeProducts: Describe<DataOf<typeof productsPage>> = ({ products }, context) => [
  createProductListData(context, products ?? []),
]

const describeProduct: Describe<DataOf<typeof productPage>> = ({ product }, context) => [
  createProductData(context, product),
]

const describeColourCard: Describe<DataOf<typeof colourCardPage>> = ({ shades }, { translator, address }) => [
  {
    '@type': 'ItemList',
    name: translator.t('colours.title'),
    url: address(href('colourCard')),
    numberOfItems: shades.length,
    itemListElement: shades.map(({ name }, index) => ({ '@type': 'ListItem', position: index + 1, name })),
  },
]

/** The descriptions by the path of the page. */
const descriptions: Readonly<Record<string, Describe<never> | undefined>> = {
  [pages.home]: describeHome,
  [pages.contact]: describeContact,
  [pages.rooms]: describeRooms,
  [pages.room]: describeRoom,
  [pages.post]: describePost,
  [pages.detail]: describePost,
  [pages.products]: describeProducts,
  [pages.product]: describeProduct,
  [pages.colourCard]: describeColourCard,
}

const listActiveRooms = async ({ api }: DescribeContext): Promise<Room[]> => (await api.activeRooms({})).data

const createOrganizationReference = ({ company, address, file }: DescribeContext) => ({
  '@type': 'Organization',
  '@id': file('/#organization'),
  name: company.name,
  url: address('/'),
  logo: { '@type': 'ImageObject', url: file('/icon-512.png'), width: 512, height: 512 },
})

const describeOrganization = (context: DescribeContext) => ({
  ...createOrganizationReference(context),
  ...createContactData(context),
  description: context.company.description || undefined,
  sameAs: context.company.social.map(({ url }) => url),
  foundingDate: String(context.company.foundingYear),
})

const describeWebSite = (context: DescribeContext) => ({
  '@type': 'WebSite',
  '@id': context.file('/#website'),
  name: context.company.name,
  url: context.address('/'),
  inLanguage: context.translator.language,
  publisher: createOrganizationReference(context),
})

const createLodgingReference = (context: DescribeContext) => ({
  '@type': 'LodgingBusiness',
  '@id': context.file('/#house'),
  name: context.company.houseName,
  url: context.address(href('rooms')),
  ...createContactData(context),
})

function describeLodgingBusiness(context: DescribeContext, rooms: readonly Room[]) {
  const { company, translator, file } = context
  const pictures = rooms.flatMap(({ picture }) => (picture ? [file(picture.src)] : []))
  const prices = rooms.map(({ roomPrice }) => roomPrice)
  const [lowestPrice, highestPrice] = [translator.money(Math.min(...prices)), translator.money(Math.max(...prices))]
  const { geo } = company
  return {
    ...createLodgingReference(context),
    image: pictures.length > 0 ? pictures : [file('/open-graph.jpg')],
    geo: geo ? { '@type': 'GeoCoordinates', latitude: geo.lat, longitude: geo.lon } : undefined,
    checkinTime: company.checkInFrom,
    checkoutTime: company.checkOutUntil,
    currenciesAccepted: currency,
    paymentAccepted: paymentMethods.map((method) => translator.t(method)).join(', '),
    priceRange: rooms.length > 0 ? `${lowestPrice} – ${highestPrice}` : undefined,
    numberOfRooms: rooms.reduce((sum, { units }) => sum + units, 0),
    parentOrganization: createOrganizationReference(context),
  }
}

const createContactData = ({ company }: DescribeContext) => ({
  address: { '@type': 'PostalAddress', streetAddress: company.address, addressCountry: 'BD' },
  telephone: company.telephone,
  email: company.email,
})

const currency = 'BDT'
const paymentMethods = ['room.pay_card', 'room.pay_wallet', 'room.pay_bank', 'room.pay_cash'] as const

const createRoomReference = ({ address }: DescribeContext, { slug, name }: Room) => ({
  '@type': 'HotelRoom',
  '@id': address(href('room', { slug })) + '#room',
  url: address(href('room', { slug })),
  name,
})

const createRoomOffer = ({ address }: DescribeContext, { slug, roomPrice }: Room) => ({
  '@type': 'Offer',
  url: address(href('room', { slug })),
  businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
  price: roomPrice,
  priceCurrency: currency,
  priceSpecification: {
    '@type': 'UnitPriceSpecification',
    price: roomPrice,
    priceCurrency: currency,
    unitCode: 'DAY',
    valueAddedTaxIncluded: true,
  },
})

const describeArticle = (context: DescribeContext, post: Post, path: string) => ({
  '@type': post.category_id === categories.blog ? 'BlogPosting' : 'Article',
  headline: post.title,
  description: post.summary,
  image: [context.file(post.picture?.src ?? defaultPicture.src)],
  datePublished: post.published_at,
  dateModified: post.updated_at,
  inLanguage: context.translator.language,
  mainEntityOfPage: context.address(path),
  author: createOrganizationReference(context),
  publisher: createOrganizationReference(context),
})

/**
 * Describes a product. A product has no price before an order is discussed, so there is no offer. The smallest order
 * and the lead time are therefore properties of the product.
 */
const createProductData = (context: DescribeContext, product: ProductDetails) => ({
  '@type': 'Product',
  '@id': context.address(href('product', { slug: product.slug })) + '#product',
  url: context.address(href('product', { slug: product.slug })),
  name: product.name,
  description: product.description || product.summary,
  image: [context.file(product.picture.src)],
  brand: { '@type': 'Brand', name: context.company.name },
  manufacturer: createOrganizationReference(context),
  material: product.specification.materials,
  size: product.specification.sizes,
  category: context.translator.t(categoryLabels[product.facts.category]),
  additionalProperty: omitEmpty(listOrderingProperties(context, product)),
  hasCertification: omitEmpty(
    product.facts.certificates.map((certificate) => ({
      '@type': 'Certification',
      name: certificate.name,
      certificationIdentification: certificate.number || undefined,
      expires: certificate.valid_until ?? undefined,
    })),
  ),
})

const omitEmpty = (items: object[]): object[] | undefined => (items.length > 0 ? items : undefined)

function listOrderingProperties({ translator: { t } }: DescribeContext, { facts }: ProductDetails): object[] {
  const { minimum, lead_days } = facts
  const createProperty = (name: string, value: object) => ({ '@type': 'PropertyValue', name, ...value })
  return [
    minimum &&
      createProperty(t('product.minimum_order'), { minValue: minimum.quantity, unitText: t(unitLabels[minimum.unit]) }),
    lead_days &&
      createProperty(t('product.lead_time'), { minValue: lead_days.from, maxValue: lead_days.to, unitCode: 'DAY' }),
  ].filter((value) => value !== null)
}

const createProductListData = (context: DescribeContext, products: readonly Pick<Product, 'slug' | 'name'>[]) => ({
  '@type': 'ItemList',
  itemListElement: products.map((product, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: product.name,
    url: context.address(href('product', { slug: product.slug })),
  })),
})
