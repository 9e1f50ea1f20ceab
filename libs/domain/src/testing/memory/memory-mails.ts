import type { ClaimedMail, MailStore } from '../../mails/mail-store.ts'
import type { KeptMail, MemoryTables } from './memory-tables.ts'

const claimedOf = ({ id, sealed, createdAt, attempts }: KeptMail): ClaimedMail => ({
  id,
  sealed,
  createdAt,
  attempts,
})

export const memoryMails = (tables: MemoryTables): MailStore => ({
  claim: async (now, until) => {
    const due = [...tables.mails.values()].find(
      ({ nextAttemptAt, claimedUntil }) =>
        nextAttemptAt <= now && (claimedUntil === null || claimedUntil <= now),
    )
    if (due === undefined) return null
    const claimed = { ...due, attempts: due.attempts + 1, claimedUntil: until }
    tables.mails.set(due.id, claimed)
    return claimedOf(claimed)
  },
  retry: async ({ id, attempts }, at) => {
    const mail = tables.mails.get(id)
    if (mail?.attempts === attempts) tables.mails.set(id, { ...mail, nextAttemptAt: at, claimedUntil: null })
  },
  remove: async (id) => void tables.mails.delete(id),
  purge: async (before) => {
    const late = [...tables.mails.values()].filter(({ createdAt }) => createdAt < before)
    for (const { id } of late) tables.mails.delete(id)
    tables.sentMails = tables.sentMails.filter(({ at }) => at >= before)
    return late.length
  },
})
