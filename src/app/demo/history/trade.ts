import { writeAboutEnquiry } from '#trade/own-enquiries/writing.ts'
import { sendAnswer } from '#trade/inbox/answering.ts'
import { loadConversation, type ConversationKey } from '#trade/inbox/conversation.ts'
import { openConversation } from '#trade/enquiries/conversation.ts'
import { changeState } from '#trade/inbox/conversation-state.ts'
import { sendEnquiry } from '#trade/enquiries/enquiry.ts'
import { recordQuotationOutcome } from '#trade/quotations/answering.ts'
import { saveQuotation, startQuotation } from '#trade/quotations/drafting.ts'
import { sendQuotation } from '#trade/quotations/sending.ts'
import { listRevisions } from '#trade/quotations/store.ts'
import { saveOrder, saveShipment } from '#trade/orders/changing.ts'
import { getOrder } from '#trade/orders/store.ts'
import { orderStates } from '#schema/quotations.ts'
import type { SeedEnquiry, SeedMessage } from './seed-file.ts'
import type { World } from './world.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** A step in a conversation with a buyer, with its time. */
type Step = { at: number; run: (at: number) => Promise<unknown> }
const MINUTES_PER_HOUR = 60

/** Adds enquiries, messages, answers, quotations and orders through the product's own operations. */
export async function addTrade(world: World): Promise<void> {
  const steps = [
    ...world.seed.enquiries.flatMap((enquiry, index) => planEnquiry(world, enquiry, index)),
    ...world.seed.messages.flatMap((message, index) => planMessage(world, message, index)),
  ]
  for (const { at, run } of steps.toSorted((a, b) => a.at - b.at)) await run(at)
}

/** Creates a planner that places steps on days, but not after now. The steps of a conversation stay in order. */
function createPlanner({ today, now, timeAt }: World, index: number) {
  const steps: Step[] = []
  return {
    steps,
    add(daysAgo: number, minutes: number, run: Step['run']) {
      const plannedTime = timeAt(today - Math.max(0, daysAgo), minutes + index * 7)
      const latestTime = now - (30 - steps.length) * MINUTE_MS
      const previousTime = steps.at(-1)?.at ?? 0
      steps.push({ at: Math.max(Math.min(plannedTime, latestTime), previousTime + MINUTE_MS), run })
    },
  }
}

function planEnquiry(world: World, enquiry: SeedEnquiry, index: number): Step[] {
  const { db } = world
  const { daysAgo, quote, outcome, order } = enquiry
  const { steps, add } = createPlanner(world, index)
  let code = ''
  add(daysAgo, 9 * MINUTES_PER_HOUR, async (at) => {
    const { company, name, email, language, lines, message } = enquiry
    code = await sendEnquiry(db, world.asVisitor(at, language), { company, name, email, lines, message, files: [] })
  })
  planAnswers(world, enquiry, { add, getKey: () => ({ enquiry: code }) })
  let quotationId = 0
  if (quote)
    add(daysAgo - quote.after, 15 * MINUTES_PER_HOUR, async (at) => {
      quotationId = await startQuotation(db, world.asStaff(at), { enquiry: code, message: null, copy: null })
      const [draft] = await listRevisions(db, quotationId)
      const content = { ...draft!.content, ...terms, lines: quote.lines.map(toQuotedLine) }
      await saveQuotation(db, world.asStaff(at), { ...content, id: draft!.id, version: draft!.version })
      const [savedRevision] = await listRevisions(db, quotationId)
      await sendQuotation(db, world.asStaff(at), { id: savedRevision!.id, version: savedRevision!.version })
    })
  if (outcome)
    add(daysAgo - outcome.after, 11 * MINUTES_PER_HOUR, async (at) => {
      const [sentRevision] = await listRevisions(db, quotationId)
      const { kind, reason } = outcome
      await recordQuotationOutcome(db, world.asStaff(at), {
        id: sentRevision!.id,
        outcome: kind,
        quantities: null,
        reason,
        message: '',
      })
    })
  if (order) {
    const acceptedDaysAgo = daysAgo - outcome!.after
    const reachedIndex = orderStates.indexOf(order.state)
    const shipDay = world.today + order.shipBy
    const createSaveStep = (state: (typeof orderStates)[number]) => async (at: number) => {
      const { version } = await getOrder(db, quotationId)
      const fields = { state, ship_by: shipDay, po_number: order.po, notify: false, message: '' }
      await saveOrder(db, world.asStaff(at), { id: quotationId, version, ...fields })
    }
    add(acceptedDaysAgo, 12 * MINUTES_PER_HOUR, createSaveStep('confirmed'))
    if (reachedIndex >= orderStates.indexOf('in_production'))
      add(acceptedDaysAgo - 1, 14 * MINUTES_PER_HOUR, async (at) => {
        await addShipment(world, quotationId, 'sample', {
          day: world.today - Math.max(0, acceptedDaysAgo - 1),
          order,
          at,
        })
        await createSaveStep('in_production')(at)
      })
    if (reachedIndex >= orderStates.indexOf('ready')) add(4, 10 * MINUTES_PER_HOUR, createSaveStep('ready'))
    if (reachedIndex >= orderStates.indexOf('shipped'))
      add(2, 13 * MINUTES_PER_HOUR, async (at) => {
        await addShipment(world, quotationId, 'bulk', { day: world.today - 2, order, at })
        await createSaveStep(order.state)(at)
      })
  }
  return steps
}

const terms = {
  incoterm: 'FOB',
  place: 'Chattogram',
  payment: 'L/C at sight',
  lead_time: '21 days from approval',
} as const

const toQuotedLine = ({ price, ...line }: NonNullable<SeedEnquiry['quote']>['lines'][number]) => ({
  ...line,
  specification: '',
  size: '',
  price_micros: Math.round(price * 1_000_000),
  breaks: [],
  minimum: null,
  hs: '',
})

interface Parcel {
  day: number
  order: NonNullable<SeedEnquiry['order']>
  at: number
}

const addShipment = (
  world: World,
  order: number,
  kind: 'sample' | 'bulk',
  { day, at, order: { courier = '' } }: Parcel,
) =>
  saveShipment(world.db, world.asStaff(at), {
    order,
    shipment: null,
    version: null,
    kind,
    contents: kind === 'sample' ? 'Sample in the approved shade' : 'All lines, complete',
    due_day: day,
    sent_day: day,
    courier,
    tracking_number: courier === '' ? '' : `JD0${order}46${day}`,
    decision: kind === 'sample' ? 'approved' : null,
    notify: false,
    message: '',
  })

function planMessage(world: World, message: SeedMessage, index: number): Step[] {
  const { db } = world
  const { steps, add } = createPlanner(world, index + 3)
  let id = 0
  add(message.daysAgo, 8 * MINUTES_PER_HOUR, async (at) => {
    const { name, email, subject, language } = message
    const row = { name, email, subject, message: message.message, language, created_at: at }
    const insertedMessage = await db
      .insertInto('contact_message')
      .values({ ...row, handled_at: null, handled_by: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = insertedMessage.id
    await openConversation(db, { message_id: id }, { name, email }, at)
  })
  planAnswers(world, message, { add, getKey: () => ({ message: id }) })
  return steps
}

interface AnswerSteps {
  add: ReturnType<typeof createPlanner>['add']
  getKey: () => Exclude<ConversationKey, { id: number }>
}

/** Plans the answer of the company, the reply of the sender, and the state afterwards. */
function planAnswers(world: World, conversation: SeedEnquiry | SeedMessage, { add, getKey }: AnswerSteps): void {
  const { db } = world
  const { daysAgo, answer, reply, done = false, waiting = false, language } = conversation
  const getId = async () => (await loadConversation(db, getKey())).id
  if (answer !== undefined)
    add(daysAgo, 16 * MINUTES_PER_HOUR, async (at) =>
      sendAnswer(db, world.asStaff(at), { id: await getId(), text: answer, files: [] }),
    )
  if (reply !== undefined)
    add(daysAgo - 1, 10 * MINUTES_PER_HOUR, (at) =>
      writeAboutEnquiry(db, world.asVisitor(at, language), getKey(), { text: reply, files: [] }),
    )
  if (done || waiting)
    add(daysAgo - 1, 12 * MINUTES_PER_HOUR, async (at) =>
      changeState(db, world.asStaff(at), {
        id: await getId(),
        state: done ? 'done' : 'waiting',
        remindOn: waiting ? world.today + 2 : null,
      }),
    )
}
