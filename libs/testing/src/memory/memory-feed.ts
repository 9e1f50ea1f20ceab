import type { DomainEvent } from '@content-service/domain/internal/events'
import type { EventFeed, Mark, Topic } from '@content-service/domain/internal/live'
import type { MemoryTables } from '@content-service/domain/testing'

const isOfTopic =
  ({ types, resourceId, articleId }: Topic) =>
  (event: DomainEvent): boolean =>
    types.some((type) => type === event.type) &&
    (resourceId === undefined || event.resourceId === resourceId) &&
    (articleId === undefined || ('articleId' in event.data && event.data.articleId === articleId))

/** The events in the memory of this process. Their ids are in their order, so that an id is a place in the outbox. */
export const createEventFeed = (tables: MemoryTables): EventFeed => {
  const readMark = async (): Promise<Mark> => {
    // A transaction that fails takes its events back.
    await tables.lastUnit
    // The feed itself makes the marks.
    return ([...tables.events.keys()].at(-1) ?? '') as string as Mark
  }
  const listAfter = async (place: string, atMost: number, isWanted = (_event: DomainEvent) => true) => {
    const mark = await readMark()
    const wanted = tables.events.where((event) => event.id > place && isWanted(event)).slice(0, atMost)
    return { events: wanted.map(({ dispatchedAt: _, ...event }) => event), mark }
  }
  return {
    listen: async (wake) => {
      tables.watchers.push(wake)
      return { close: async () => void tables.watchers.splice(tables.watchers.indexOf(wake), 1) }
    },
    readMark,
    listSince: listAfter,
    listMissed: async (topic, place, atMost) => {
      if ('event' in place && !tables.events.has(place.event)) return null
      return listAfter('mark' in place ? place.mark : place.event, atMost, isOfTopic(topic))
    },
  }
}
