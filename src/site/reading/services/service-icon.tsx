/** Line drawings of the services on a grid of 48, by the key of their tile. */
const strokes: Record<string, string> = {
  'coffee-bar': 'M10 20h24v10a9 9 0 0 1-9 9h-6a9 9 0 0 1-9-9zM34 23h3a5 5 0 0 1 0 10h-3.5M17 8v6M22 6v8M27 8v6M6 43h32',
  restaurant: 'M6 36h36M9 36a15 15 0 0 1 30 0M24 21v-4M21 17h6M15 31a9 9 0 0 1 6-5M4 41h40',
  'room-service': 'M12 43V6h24v37M6 43h36M31 24v4M18 43v-9h8v9M18 34v-2h8v2',
  'reception-24x7': 'M8 36h32M11 36a13 13 0 0 1 26 0M24 23v-4M20 19h8M6 41h36M35 9l3-3M24 11V6M13 9l-3-3',
  'car-rental':
    'M6 34v-8l5-3 5-9h17l6 9 4 3v8h-5M31 34H17M11 34H6M12 23h26M25 14v9M14 38a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM34 38a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  wifi: 'M6 20a26 26 0 0 1 36 0M12 27a17 17 0 0 1 24 0M18 33a9 9 0 0 1 12 0M24 40v.5',
}

/** The drawing of a service. Services added in the office have none. */
export const ServiceIcon = ({ name }: { name: string }) =>
  strokes[name] ? (
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <path d={strokes[name]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  ) : null
