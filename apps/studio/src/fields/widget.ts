import type { ReactNode } from 'react'
import type { Refused } from '../forms/refusals.ts'
import type { Values } from '../record/changes.ts'
import type { Body } from '../api/client.ts'
import type { Field } from '../api/model.ts'

/** The control of a part of a field. */
export interface PartProps {
  /** The path of the part in the value: `2.text`. */
  readonly at: string
  readonly field: Field
  readonly values: Values
  readonly onChange: (name: string, value: unknown) => void
  readonly refused: Refused
}

/** What a widget gets of its field. */
export interface WidgetProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** What the service refused, in words. */
  readonly error: string | undefined
  readonly isReadOnly: boolean
  /** What the service refused in the parts of the value, by their paths: `2.text`. */
  readonly refusedInside: Refused
  readonly renderPart: (part: PartProps) => ReactNode
  /** The record, whose linked records have names; null for a new one. */
  readonly body: Body | null
}

/** The form control of a kind of fields. */
export type Widget = (props: WidgetProps) => ReactNode
