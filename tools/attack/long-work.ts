import { defineAttack } from './attack.ts'
import { fillLists } from './long-work/content.ts'
import { DOCUMENT_KINDS, VALUE_KINDS } from './long-work/document-requests.ts'
import { LIST_KINDS } from './long-work/list-requests.ts'
import { type Measured, measureKind } from './long-work/measured-requests.ts'
import { WRITE_KINDS } from './long-work/write-requests.ts'

const KINDS = [...DOCUMENT_KINDS, ...VALUE_KINDS, ...LIST_KINDS, ...WRITE_KINDS]

const LIMIT_MS = 100

const showMeasured = ({ name, cpuMs, wallMs, answers }: Measured): string =>
  `${name}: ${cpuMs.map(Math.round).join(', ')} ms, wall ${Math.round(wallMs)} ms (${[...answers].join('; ')})\n`

export const longWork = defineAttack({
  about:
    'A sender sends the requests that take Node longest, one after the other, while nobody else can be answered.',
  imports: ['long-work/pause-meter.ts'],
  options: {
    times: { about: 'how often each request is sent', default: 4 },
    only: { about: 'a part of the names of the kinds to send', default: '' },
    characters: { about: 'characters of each of 100 articles', default: 120_000 },
    profiles: { about: 'a folder for a CPU profile of each kind', default: '' },
  },
  run: async (service, { times, only, characters, profiles }) => {
    await fillLists(service, characters)
    const all: Measured[] = []
    for (const kind of KINDS.filter(({ name }) => name.includes(only))) {
      const measured = await measureKind(service, kind, { times, profiles })
      process.stdout.write(showMeasured(measured))
      all.push(measured)
    }
    return all.map(({ name, cpuMs }) => ({ name, value: Math.max(...cpuMs), unit: 'ms', limit: LIMIT_MS }))
  },
})
