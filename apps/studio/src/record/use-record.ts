import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentType } from '../api/model.ts'
import { changeRecord, hasCode, readRecord, type Loaded } from '../api/records.ts'
import { useKeptDraft } from '../drafts/use-kept-draft.ts'
import { listOpenProblems } from '../forms/open-problems.ts'
import { findChanges, mergeChanges, readValues, type Conflict, type Values } from './changes.ts'

/** What somebody has written into a form: the changes, the record that they change, and what is to be decided. */
interface Draft {
  readonly base: Loaded
  readonly changes: Values
  readonly conflicts: readonly Conflict[]
  /** Others have changed other fields meanwhile. */
  readonly wasMerged: boolean
  /** When somebody wrote it who comes back now, in milliseconds since 1970; null for a text of this visit. */
  readonly restoredFrom: number | null
}

const begin = (base: Loaded): Draft => ({
  base,
  changes: {},
  conflicts: [],
  wasMerged: false,
  restoredFrom: null,
})

/** Applies the changes of a draft to the record as it is now. */
const rebase = (
  type: ContentType,
  { base, changes }: Pick<Draft, 'base' | 'changes'>,
  now: Loaded,
): Draft => {
  const before = readValues(type.fields, base.body)
  const theirs = readValues(type.fields, now.body)
  const { values, conflicts } = mergeChanges(before, { ...before, ...changes }, theirs)
  const wasMerged = base.etag !== now.etag
  return { base: now, changes: findChanges(theirs, values), conflicts, wasMerged, restoredFrom: null }
}

/** What somebody has written since `given` was sent. */
const findLater = (type: ContentType, given: Draft, now: Draft): Values => {
  const base = readValues(type.fields, given.base.body)
  return findChanges({ ...base, ...given.changes }, { ...base, ...now.changes })
}

/** The values of the form. */
const showDraft = (type: ContentType, { base, changes }: Pick<Draft, 'base' | 'changes'>): Values => ({
  ...readValues(type.fields, base.body),
  ...changes,
})

const hasWork = ({ changes, conflicts }: Draft): boolean =>
  Object.keys(changes).length > 0 || conflicts.length > 0

/** The answer to a change does not say what the caller may do. The next request will. */
const withActions = (saved: Loaded, { body: { actions } }: Loaded): Loaded => ({
  ...saved,
  body: { ...saved.body, ...(actions && { actions }) },
})

/** A record and what somebody is changing in it. Others may change it meanwhile (C20.4). */
export const useRecord = (type: ContentType, id: string) => {
  const queries = useQueryClient()
  const key = ['record', type.path, id]
  const read = useQuery({ queryKey: key, queryFn: () => readRecord(type, id) })
  const [draft, setDraft] = useState<Draft | null>(null)
  const isOpen = draft !== null && hasWork(draft)
  const current = isOpen ? draft : read.data ? begin(read.data) : null
  const isChanged = current !== null && Object.keys(current.changes).length > 0
  const take = (loaded: Loaded): void => void queries.setQueryData(key, loaded)

  const dropKept = useKeptDraft({
    path: type.path,
    id,
    isReady: read.data !== undefined,
    draft: isChanged ? current : null,
    onFound: ({ base, changes, keptAt }) => {
      if (!base || !read.data || isOpen) return
      setDraft({ ...rebase(type, { base, changes }, read.data), restoredFrom: keptAt })
    },
  })

  const renew = (): Promise<void> =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'model' })
  const save = useMutation({
    mutationFn: async (given: Draft) => {
      try {
        return await changeRecord(type, id, { body: given.changes, etag: given.base.etag })
      } catch (error) {
        if (!hasCode(error, 'PRECONDITION_FAILED')) throw error
        const now = await readRecord(type, id)
        take(now)
        setDraft(rebase(type, given, now))
        return null
      }
    },
    onSuccess: async (answer, given) => {
      if (answer === null) return
      const saved = withActions(answer, given.base)
      take(saved)
      setDraft((now) => now && { ...begin(saved), changes: findLater(type, given, now) })
      await renew()
    },
  })
  const change = (name: string, value: unknown): void => {
    if (current === null) return
    const base = readValues(type.fields, current.base.body)
    setDraft({ ...current, changes: findChanges(base, { ...base, ...current.changes, [name]: value }) })
  }
  const choose = ({ name }: Conflict, value: unknown): void => {
    if (current === null) return
    const base = readValues(type.fields, current.base.body)
    const changes = findChanges(base, { ...base, ...current.changes, [name]: value })
    setDraft({ ...current, changes, conflicts: current.conflicts.filter((each) => each.name !== name) })
  }
  const values = current && showDraft(type, current)
  return {
    read,
    draft: current,
    values,
    /** What the service refused, and nobody has changed since. */
    problems: values
      ? listOpenProblems(save.error, save.variables && showDraft(type, save.variables), values)
      : [],
    isChanged,
    change,
    choose,
    discard: () => setDraft(null),
    /** What the browser keeps of the changes. */
    dropKept,
    save,
    renew,
  }
}
