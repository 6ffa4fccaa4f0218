import type { Socket } from 'node:net'

/** The type of the message that ends the answer to a statement. */
export const READY_FOR_QUERY = 'Z'.charCodeAt(0)

/** Passes each message of the protocol on: a byte for its type, four for its length, then the content. */
export function readMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let remainingBytes: Buffer = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    remainingBytes = Buffer.concat([remainingBytes, data])
    while (remainingBytes.length >= 5) {
      const length = 1 + remainingBytes.readInt32BE(1)
      if (remainingBytes.length < length) break
      onMessage(remainingBytes.subarray(0, length))
      remainingBytes = remainingBytes.subarray(length)
    }
  })
}
