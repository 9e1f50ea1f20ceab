import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account, AttackedService } from '../attacked-service.ts'

/** A request that makes Node work for long. */
export interface LongRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as it is, and any other value as JSON. */
  readonly body?: unknown
}

/** The requests of a kind, which are sent one after the other. */
export interface RequestKind {
  readonly name: string
  readonly role: 'READER' | 'EDITOR' | 'ADMIN' | null
  /** The request that is sent for the n-th time. */
  readonly create: (sent: number, account: Account | null) => LongRequest
}

/** The longest stretch of each sending, and what the service answered. */
export interface Measured {
  readonly name: string
  readonly cpuMs: readonly number[]
  readonly wallMs: number
  readonly answers: ReadonlySet<string>
}

/** Work that a response leaves behind, such as the release of its memory, belongs to its request. */
const AFTERWARDS_MS = 60

const askMeter = async (pid: number, words: string): Promise<unknown> => {
  const socket = connect(`\0pause-meter-${pid}`)
  socket.write(words)
  return JSON.parse(await text(socket))
}

/** A refusal shows whether the attack has done what its name says. */
const findMessage = (answer: Buffer): string => {
  const [, message] =
    /"(?:message|detail)":"((?:[^"\\]|\\.){1,120})/.exec(answer.toString('utf8', 0, 1_000)) ?? []
  return message === undefined ? '' : `, ${message}`
}

const send = async (
  { url }: AttackedService,
  account: Account | null,
  { method, path, headers, body }: LongRequest,
): Promise<string> => {
  const response = await fetch(url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'content-type': 'application/json', ...account?.headers, ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer = Buffer.from(await response.arrayBuffer())
  return `${response.status}, ${Math.ceil(answer.length / 1_000)} KB${findMessage(answer)}`
}

interface MeasuringOptions {
  readonly times: number
  /** The folder for CPU profiles, or nothing. */
  readonly profiles: string
}

/** Sends the requests of a kind, alone, and measures the longest stretch of each. */
export const measureKind = async (
  service: AttackedService,
  { name, role, create }: RequestKind,
  { times, profiles }: MeasuringOptions,
): Promise<Measured> => {
  const account = role && (await service.addAccount(role))
  const stretches: { readonly cpuMs: number; readonly wallMs: number }[] = []
  const answers = new Set<string>()
  if (profiles) await askMeter(service.pid, 'profile')
  for (let sent = 0; sent < times; sent += 1) {
    const request = create(sent, account)
    await sleep(AFTERWARDS_MS)
    await askMeter(service.pid, 'take')
    answers.add(await send(service, account, request))
    await sleep(AFTERWARDS_MS)
    stretches.push((await askMeter(service.pid, 'take')) as (typeof stretches)[number])
  }
  if (profiles)
    await askMeter(service.pid, `save ${join(profiles, `${name.replaceAll(/\W+/g, '-')}.cpuprofile`)}`)
  const cpuMs = stretches.map((stretch) => stretch.cpuMs)
  return { name, cpuMs, wallMs: Math.max(...stretches.map((stretch) => stretch.wallMs)), answers }
}
