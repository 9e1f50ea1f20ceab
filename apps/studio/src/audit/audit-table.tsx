import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '../api/people-paths.ts'
import { language, messages, writeNumber } from '../language/language.ts'
import { findPersonType } from '../people/person-type.ts'
import { useModel } from '../shell/use-model.ts'
import { findResource } from './entries.ts'

/** Many entries can have the same minute. */
const TIMES = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })

const Actor = ({ actor }: Pick<AuditEntry, 'actor'>) => {
  const type = findPersonType(useModel())
  if (actor === null) return <>–</>
  if (type === undefined) return <>{actor.name}</>
  return (
    <Link to="/$path/$id" params={{ path: type.path, id: actor.id }}>
      {actor.name}
    </Link>
  )
}

/** A UUID begins with the time, and ends with what distinguishes it. */
const shorten = (id: string): string => (id.length > 16 ? `…${id.slice(-8)}` : id)

const Resource = ({ resource, resourceId: id }: Pick<AuditEntry, 'resource' | 'resourceId'>) => {
  const type = findResource(useModel(), resource)
  if (id === null) return <>{type?.labels ?? resource}</>
  const words = `${type?.label ?? resource} ${shorten(id)}`
  return type === null ? (
    <span title={id}>{words}</span>
  ) : (
    <Link to="/$path/$id" params={{ path: type.path, id }} title={id}>
      {words}
    </Link>
  )
}

const Decision = ({ decision, reason, field, moreRefused }: AuditEntry) => (
  <>
    <span className={decision === 'ALLOW' ? '' : 'refused'}>
      {decision === 'ALLOW' ? messages.allowed : messages.refused}
    </span>
    {[reason, field]
      .filter((each) => each !== null)
      .map((each) => (
        <small key={each}>{each}</small>
      ))}
    {moreRefused > 0 && <small>{messages.moreRefused(writeNumber(moreRefused))}</small>}
  </>
)

const HEADS = [
  messages.time,
  messages.person,
  messages.action,
  messages.record,
  messages.decision,
  messages.credential,
  messages.address,
]

/** Entries of the audit log. A row says when, who, what, and how it ended. */
export const AuditTable = ({ entries }: { readonly entries: readonly AuditEntry[] }) => (
  <table className="audit">
    <thead>
      <tr>
        {HEADS.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {entries.map((entry) => (
        <tr key={entry.id}>
          <td className="when">{TIMES.format(new Date(entry.at))}</td>
          <td>
            <Actor actor={entry.actor} />
          </td>
          <th scope="row">{entry.action}</th>
          <td>
            <Resource resource={entry.resource} resourceId={entry.resourceId} />
          </td>
          <td className="decision">
            <Decision {...entry} />
          </td>
          <td>{entry.credential}</td>
          <td>{entry.address ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
