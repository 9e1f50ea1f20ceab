import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttackedService } from './attacked-service.ts'
import { defineAttack } from './attack.ts'
import { type Crowd, type CrowdResult, sendAsCrowd } from './crowd.ts'
import { comeFrom, createOrigins } from './origins.ts'
import { nameOutcome, showOutcomes } from './outcomes.ts'
import { addArticles, addEntries, addFollowed, settle } from './slow-data.ts'
import { chooseKinds, createSlowQueries, type SlowKind, type SlowRecords } from './slow-queries.ts'
import { createStrangersFigures, showStrangers } from './slow-figures.ts'
import {
  addStrangers,
  type Strangers,
  STRANGERS_SETTINGS,
  type StrangersTimes,
  warmStrangers,
  watchStrangers,
} from './slow-strangers.ts'

const IDLE_MS = 3_000
const NS_OF_MS = 1_000_000
/** The articles that strangers list, if the attack searches no texts. */
const FEW_ARTICLES = 300
const PROOFS = 2
/** The attackers do not reach the numbers of these queries. */
const FIRST_PROOF = 1_000_000

const tell = (line: string): void => void process.stdout.write(`${line}\n`)

/** Adds the records of some kinds. */
const addRecords = async (
  service: AttackedService,
  kinds: readonly SlowKind[],
  { hidden, articles }: { readonly hidden: number; readonly articles: number },
): Promise<SlowRecords> => {
  const needs = (...names: readonly SlowKind[]): boolean => names.some((name) => kinds.includes(name))
  await addArticles(service, service.administrator, needs('searches') ? articles : FEW_ARTICLES)
  const followed = needs('followers', 'deeper') ? await addFollowed(service, hidden) : []
  const topic = needs('links', 'filters') ? await addEntries(service, hidden) : ''
  await settle(service)
  return { followed, topic }
}

/** Sends a request alone, from a new address. Describes its time and its price. */
const askAlone = async ({ url }: AttackedService, query: string, address: string): Promise<string> => {
  const started = performance.now()
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...comeFrom(address) },
    body: JSON.stringify({ query }),
  })
  const outcome = nameOutcome(response.status, await response.text())
  const ms = Math.round(performance.now() - started)
  const read = (name: string): number => Number(response.headers.get(name))
  const price = read('x-ratelimit-limit') - read('x-ratelimit-remaining')
  return `${ms} ms, ${price} of the quota, ${outcome}`
}

/** Shows that a request of each kind is slow without any other. */
const proveSlowness = async (
  service: AttackedService,
  kinds: readonly SlowKind[],
  records: SlowRecords,
): Promise<void> => {
  let address = 0
  for (const kind of kinds)
    for (let number = 0; number < PROOFS; number += 1) {
      const query = createSlowQueries([kind], records)(FIRST_PROOF + number)
      tell(`alone, ${kind}: ${await askAlone(service, query, `192.0.2.${++address}`)}`)
    }
}

const showCrowd = ({ outcomes, perSecond, open }: CrowdResult): void =>
  tell(`attackers: ${perSecond.toFixed(1)} responses a second; ${showOutcomes(outcomes)}; ${open} still open`)

/** Watches the strangers during the attack of a crowd. */
const attackStrangers = async (
  service: AttackedService,
  strangers: Strangers,
  crowd: Crowd,
): Promise<StrangersTimes> => {
  const ownDelay = monitorEventLoopDelay({ resolution: 10 })
  ownDelay.enable()
  const attack = sendAsCrowd(service, crowd)
  const times = await watchStrangers(strangers, attack)
  process.stdout.write(showStrangers('attacked', times))
  showCrowd(await attack)
  // The strangers wait for this process, too: times below this one say nothing about the service.
  tell(`this process waited for its turn at most ${(ownDelay.max / NS_OF_MS).toFixed(0)} ms`)
  return times
}

export const slowReads = defineAttack({
  about:
    'Attackers send reads with a low price that take PostgreSQL long, while others read, search and sign in.',
  project: join(import.meta.dirname, 'topics'),
  settings: STRANGERS_SETTINGS,
  options: {
    kind: {
      about: 'followers, links, filters, deeper, searches, or mixed for all in turn',
      default: 'followers',
    },
    from: {
      about: 'addresses: 20 without a credential; keys: 50 of one reader; user: one reader',
      default: 'addresses',
    },
    senders: { about: 'attackers at a time', default: 20 },
    streams: { about: 'requests that each attacker has open at a time', default: 4 },
    seconds: { about: 'the time', default: 40 },
    hidden: { about: 'followers of each attacked user, and entries of the topic', default: 100_000 },
    articles: { about: 'articles for searches', default: 30_000 },
  },
  run: async (service, { kind, from, senders, streams, seconds, hidden, articles }) => {
    const kinds = chooseKinds(kind)
    const origins = await createOrigins(service, from)
    const records = await addRecords(service, kinds, { hidden, articles })
    await proveSlowness(service, kinds, records)
    const strangers = await addStrangers(service)
    await warmStrangers(strangers)
    const idle = await watchStrangers(strangers, sleep(IDLE_MS))
    process.stdout.write(showStrangers('idle', idle))
    const attacked = await attackStrangers(service, strangers, {
      ...{ senders, streams, seconds, origins },
      create: createSlowQueries(kinds, records),
    })
    return createStrangersFigures(idle, attacked)
  },
})
