import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { simulate } from './simulation.ts'
import type { Run } from './run-seeds.ts'
import { createTemplate } from './template.ts'

const template = await createTemplate()
for (const { seed, isRecorded } of workerData as readonly Run[])
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(await simulate(template, seed, isRecorded))
await rm(dirname(template.file), { recursive: true })
