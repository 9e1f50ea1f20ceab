import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType } from 'react'
import type { ContentType } from '../api/model.ts'
import { readRecord } from '../api/records.ts'
import type { PanelProps } from './panel.ts'
import { PERSON_TYPE } from './person-type.ts'

interface Extras {
  /** Beside the button for a new record. */
  readonly OnList: ComponentType
  /** Below the fields. */
  readonly OnRecord: ComponentType<PanelProps>
}

/** What types have besides their fields, each loaded when it is shown. */
const EXTRAS: Readonly<Record<string, Extras>> = {
  [PERSON_TYPE]: {
    OnList: lazy(async () => ({ default: (await import('./invite.tsx')).Invite })),
    OnRecord: lazy(async () => ({ default: (await import('./user-panels.tsx')).UserPanels })),
  },
}

export const ListExtras = ({ type }: { readonly type: ContentType }) => {
  const Found = EXTRAS[type.name]?.OnList
  return Found ? (
    <Suspense>
      <Found />
    </Suspense>
  ) : null
}

const Loaded = ({ type, id, Show }: { type: ContentType; id: string; Show: Extras['OnRecord'] }) => {
  const { data } = useQuery({
    queryKey: ['record', type.path, id],
    queryFn: () => readRecord(type, id),
  })
  return data ? (
    <Suspense>
      <Show type={type} body={data.body} />
    </Suspense>
  ) : null
}

export const RecordExtras = ({ type, id }: { readonly type: ContentType; readonly id: string }) => {
  const Show = EXTRAS[type.name]?.OnRecord
  return Show ? <Loaded type={type} id={id} Show={Show} /> : null
}
