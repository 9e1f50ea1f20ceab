import type { ReactNode } from 'react'
import type { Body } from '../api/client.ts'
import type { Field } from '../api/model.ts'

/** What a widget gets of its field. */
export interface WidgetProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** What the service refused, in words. */
  readonly error: string | undefined
  readonly isReadOnly: boolean
  /** The record, whose linked records have names; null for a new one. */
  readonly body: Body | null
}

/** The form control of a kind of fields. */
export type Widget = (props: WidgetProps) => ReactNode
