import { endpoints, type Endpoints } from './urls.ts'

/** The addresses of the back office: a list of its own, which nothing that the public loads may name. */
export const officePages = {
  requests: '/office',
  bookings: '/office/bookings',
  booking: '/office/bookings/:code',
  enquiries: '/office/enquiries',
  enquiry: '/office/enquiries/:code',
  messages: '/office/messages',
  message: '/office/messages/:id',
  people: '/office/people',
  person: '/office/people/:id',
  team: '/office/team',
  colleague: '/office/team/:id',
  role: '/office/roles/:id',
  rooms: '/office/rooms',
  room: '/office/rooms/:id',
  units: '/office/rooms/:id/units',
  rates: '/office/rates',
  facilities: '/office/facilities',
  facilityGroup: '/office/facilities/:id',
  pictures: '/office/pictures',
  picture: '/office/pictures/:name',
  posts: '/office/posts',
  post: '/office/posts/:id',
  slides: '/office/slides',
  slide: '/office/slides/:id',
  products: '/office/products',
  product: '/office/products/:id',
  texts: '/office/texts',
  passage: '/office/texts/passages/:id',
  category: '/office/texts/categories/:id',
  labels: '/office/texts/labels',
  label: '/office/texts/labels/:key',
  settings: '/office/settings',
  lettersSettings: '/office/settings/letters',
  vatSettings: '/office/settings/vat',
  settingsSection: '/office/settings/:section',
  log: '/office/log',
  figures: '/office/figures',
  security: '/office/security',
  welcome: '/office/welcome',
} as const

export const officeEndpoints = {
  getDesk: ['GET', '/api/office/desk'],
  prove: ['POST', '/api/office/prove'],
  askPasskey: ['POST', '/api/office/askPasskey'],
  getFactors: ['GET', '/api/office/factors'],
  beginApp: ['POST', '/api/office/beginApp'],
  confirmApp: ['POST', '/api/office/confirmApp'],
  removeApp: ['POST', '/api/office/removeApp'],
  beginPasskey: ['POST', '/api/office/beginPasskey'],
  addPasskey: ['POST', '/api/office/addPasskey'],
  removePasskey: ['POST', '/api/office/removePasskey'],
  renewCodes: ['POST', '/api/office/renewCodes'],
  lookAtPlace: ['POST', '/api/office/lookAtPlace'],
  takePlace: ['POST', '/api/office/takePlace'],
  getPeople: ['GET', '/api/office/people'],
  getPerson: ['GET', '/api/office/person'],
  suspendPerson: ['POST', '/api/office/suspendPerson'],
  endPersonSessions: ['POST', '/api/office/endPersonSessions'],
  sendPersonReset: ['POST', '/api/office/sendPersonReset'],
  getPersonData: ['GET', '/api/office/personData'],
  erasePerson: ['POST', '/api/office/erasePerson'],
  getTeam: ['GET', '/api/office/team'],
  getColleague: ['GET', '/api/office/colleague'],
  inviteColleague: ['POST', '/api/office/inviteColleague'],
  changeColleague: ['POST', '/api/office/changeColleague'],
  suspendColleague: ['POST', '/api/office/suspendColleague'],
  endColleagueSessions: ['POST', '/api/office/endColleagueSessions'],
  letColleagueBeginAnew: ['POST', '/api/office/letColleagueBeginAnew'],
  getStaffRole: ['GET', '/api/office/role'],
  saveStaffRole: ['POST', '/api/office/saveRole'],
  removeStaffRole: ['POST', '/api/office/removeRole'],
  getLog: ['GET', '/api/office/log'],
  getLogFile: ['GET', '/api/office/log.csv'],
  getFigures: ['GET', '/api/office/figures'],
  getFiguresFile: ['GET', '/api/office/figures.csv'],
  getPosts: ['GET', '/api/office/posts'],
  getPost: ['GET', '/api/office/post'],
  addPost: ['POST', '/api/office/addPost'],
  savePostText: ['POST', '/api/office/savePostText'],
  savePostDetails: ['POST', '/api/office/savePostDetails'],
  publishPost: ['POST', '/api/office/publishPost'],
  schedulePost: ['POST', '/api/office/schedulePost'],
  cancelPostSchedule: ['POST', '/api/office/cancelPostSchedule'],
  takeDownPost: ['POST', '/api/office/takeDownPost'],
  removePost: ['POST', '/api/office/removePost'],
  getPostVersions: ['GET', '/api/office/postVersions'],
  getPostVersion: ['GET', '/api/office/postVersion'],
  restorePost: ['POST', '/api/office/restorePost'],
  openPostPreview: ['POST', '/api/office/openPostPreview'],
  endPostPreviews: ['POST', '/api/office/endPostPreviews'],
  addPostCategory: ['POST', '/api/office/addPostCategory'],
  getSlides: ['GET', '/api/office/slides'],
  getSlide: ['GET', '/api/office/slide'],
  addSlide: ['POST', '/api/office/addSlide'],
  saveSlide: ['POST', '/api/office/saveSlide'],
  removeSlide: ['POST', '/api/office/removeSlide'],
  orderSlides: ['POST', '/api/office/orderSlides'],
  getOfficeProducts: ['GET', '/api/office/products'],
  getOfficeProduct: ['GET', '/api/office/product'],
  addProduct: ['POST', '/api/office/addProduct'],
  saveProduct: ['POST', '/api/office/saveProduct'],
  orderProducts: ['POST', '/api/office/orderProducts'],
  getTexts: ['GET', '/api/office/texts'],
  getPassage: ['GET', '/api/office/passage'],
  savePassage: ['POST', '/api/office/savePassage'],
  addPassage: ['POST', '/api/office/addPassage'],
  removePassage: ['POST', '/api/office/removePassage'],
  orderPassages: ['POST', '/api/office/orderPassages'],
  getCategoryText: ['GET', '/api/office/categoryText'],
  saveCategoryText: ['POST', '/api/office/saveCategoryText'],
  getLabels: ['GET', '/api/office/labels'],
  getLabel: ['GET', '/api/office/label'],
  saveLabel: ['POST', '/api/office/saveLabel'],
  getSettings: ['GET', '/api/office/settings'],
  saveCompanySettings: ['POST', '/api/office/saveCompanySettings'],
  saveContactSettings: ['POST', '/api/office/saveContactSettings'],
  saveStaysSettings: ['POST', '/api/office/saveStaysSettings'],
  saveChargesSettings: ['POST', '/api/office/saveChargesSettings'],
  saveLanguagesSettings: ['POST', '/api/office/saveLanguagesSettings'],
  saveOnlineSettings: ['POST', '/api/office/saveOnlineSettings'],
  saveMenusSettings: ['POST', '/api/office/saveMenusSettings'],
  getMenuChoices: ['GET', '/api/office/menuChoices'],
  saveLettersSettings: ['POST', '/api/office/saveLettersSettings'],
  getSendingSettings: ['GET', '/api/office/sendingSettings'],
  sendTestLetter: ['POST', '/api/office/sendTestLetter'],
  getVatRates: ['GET', '/api/office/vatRates'],
  saveVatRates: ['POST', '/api/office/saveVatRates'],
  getWaitingRequests: ['GET', '/api/office/waitingRequests'],
  getWaitingEnquiries: ['GET', '/api/office/waitingEnquiries'],
  getWaitingMessages: ['GET', '/api/office/waitingMessages'],
  getBookings: ['GET', '/api/office/bookings'],
  getBookingsFile: ['GET', '/api/office/bookings.csv'],
  getBookingFile: ['GET', '/api/office/booking'],
  confirmRequest: ['POST', '/api/office/confirmRequest'],
  declineRequest: ['POST', '/api/office/declineRequest'],
  cancelForGuest: ['POST', '/api/office/cancelForGuest'],
  writeToGuest: ['POST', '/api/office/writeToGuest'],
  getEnquiriesOfPerson: ['GET', '/api/office/enquiriesOfPerson'],
  getEnquiryFile: ['GET', '/api/office/enquiry'],
  markEnquiry: ['POST', '/api/office/markEnquiry'],
  getMessageFile: ['GET', '/api/office/message'],
  markMessage: ['POST', '/api/office/markMessage'],
  getOfficeRooms: ['GET', '/api/office/rooms'],
  getRoomFile: ['GET', '/api/office/room'],
  saveRoom: ['POST', '/api/office/saveRoom'],
  removeRoom: ['POST', '/api/office/removeRoom'],
  orderRooms: ['POST', '/api/office/orderRooms'],
  getFacilityGroups: ['GET', '/api/office/facilityGroups'],
  getFacilityGroup: ['GET', '/api/office/facilityGroup'],
  saveFacilityGroup: ['POST', '/api/office/saveFacilityGroup'],
  removeFacilityGroup: ['POST', '/api/office/removeFacilityGroup'],
  orderFacilityGroups: ['POST', '/api/office/orderFacilityGroups'],
  getRoomUnits: ['GET', '/api/office/roomUnits'],
  addUnit: ['POST', '/api/office/addUnit'],
  saveUnit: ['POST', '/api/office/saveUnit'],
  closeUnit: ['POST', '/api/office/closeUnit'],
  reopenUnit: ['POST', '/api/office/reopenUnit'],
  getRates: ['GET', '/api/office/rates'],
  previewRates: ['POST', '/api/office/previewRates'],
  applyRates: ['POST', '/api/office/applyRates'],
  undoRates: ['POST', '/api/office/undoRates'],
  getRateChanges: ['GET', '/api/office/rateChanges'],
  getNightHistory: ['GET', '/api/office/nightHistory'],
  getPictures: ['GET', '/api/office/pictures'],
  getPicture: ['GET', '/api/office/picture'],
  getPictureUpload: ['GET', '/api/office/pictureUpload'],
  addPicture: ['POST', '/api/office/addPicture', 'multipart'],
  savePicture: ['POST', '/api/office/savePicture'],
  removePicture: ['POST', '/api/office/removePicture'],
  dismissPictureUpload: ['POST', '/api/office/dismissPictureUpload'],
} as const satisfies Endpoints

/** For the server and its tests. */
export const everyEndpoint = { ...endpoints, ...officeEndpoints }
export type EveryEndpointName = keyof typeof everyEndpoint

export type OfficePageName = keyof typeof officePages

/** The path of one thing that came in, or of all that wait: `officeHref('booking', code)`. */
export const officeHref = (page: OfficePageName, which: string | number = ''): string =>
  officePages[page].replace(/:\w+/, encodeURIComponent(which))

/** What stands at an English path, and which one of it. Null where the office has no such address. */
export function officePageAt(path: string): { name: OfficePageName; params: Record<string, string> } | null {
  const asked = path.split('/')
  for (const [name, pattern] of Object.entries(officePages) as [OfficePageName, string][]) {
    const parts = pattern.split('/')
    const isHere = parts.length === asked.length && parts.every((part, at) => fits(part, asked[at]!))
    if (!isHere) continue
    const named = parts.flatMap((part, at) => (part[0] === ':' ? [[part.slice(1), asked[at]!] as const] : []))
    return decoded(name, named)
  }
  return null
}

const fits = (part: string, asked: string) => (part[0] === ':' ? asked !== '' : part === asked)

/** No letter says an address that cannot be decoded. */
function decoded(name: OfficePageName, params: (readonly [string, string])[]) {
  try {
    return { name, params: Object.fromEntries(params.map(([key, value]) => [key, decodeURIComponent(value)])) }
  } catch {
    return null
  }
}
