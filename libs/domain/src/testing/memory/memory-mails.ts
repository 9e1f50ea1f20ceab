import type { ClaimedMail, MailStore } from '../../mails/mail-store.ts'
import type { KeptMail, MemoryTables } from './memory-tables.ts'

const claimedOf = ({ id, sealed, createdAt, attempts }: KeptMail): ClaimedMail => ({
  id,
  sealed,
  createdAt,
  attempts,
})

export const memoryMails = ({ mails }: MemoryTables): MailStore => ({
  claim: async (now, until) => {
    const due = [...mails.values()].find(
      ({ nextAttemptAt, claimedUntil }) =>
        nextAttemptAt <= now && (claimedUntil === null || claimedUntil <= now),
    )
    if (due === undefined) return null
    const claimed = { ...due, attempts: due.attempts + 1, claimedUntil: until }
    mails.set(due.id, claimed)
    return claimedOf(claimed)
  },
  putOff: async (id, at) => {
    const mail = mails.get(id)
    if (mail) mails.set(id, { ...mail, nextAttemptAt: at, claimedUntil: null })
  },
  remove: async (id) => void mails.delete(id),
  purge: async (before) => {
    const late = [...mails.values()].filter(({ createdAt }) => createdAt < before)
    for (const { id } of late) mails.delete(id)
    return late.length
  },
})
