import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a calendar server responds to requests. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** A fake external calendar server with configurable behaviour. */
export interface CalendarServer {
  url: string
  /** The behaviour from now on. */
  behaviour: Behaviour
  requests: { path: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

export async function openCalendarServer(host = '127.0.0.1'): Promise<CalendarServer> {
  const server = createServer((request, response) => {
    calendarServer.requests.push({ path: request.url!, headers: request.headers })
    calendarServer.behaviour(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const calendarServer: CalendarServer = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/calendar.ics`,
    behaviour: createResponder(buildCalendar([])),
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return calendarServer
}

export const createResponder =
  (text: string | Buffer, headers: Record<string, string> = {}, status = 200): Behaviour =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'text/calendar; charset=utf-8', ...headers }).end(text)

export interface TestEvent {
  uid?: string | undefined
  /** Further raw lines of the event. */
  lines?: readonly string[]
  from?: string
  to?: string
  title?: string
}

/** Returns a calendar as booking sites write it, with whole days. The last day is exclusive. */
export const buildCalendar = (events: readonly TestEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Elsewhere//Rooms//EN',
    ...events.flatMap(({ uid, from, to, title = 'Reserved', lines = [] }) => [
      'BEGIN:VEVENT',
      ...(uid === undefined ? [] : [`UID:${uid}`]),
      'DTSTAMP:20270101T000000Z',
      ...(from ? [`DTSTART;VALUE=DATE:${from.replaceAll('-', '')}`] : []),
      ...(to ? [`DTEND;VALUE=DATE:${to.replaceAll('-', '')}`] : []),
      `SUMMARY:${title}`,
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
