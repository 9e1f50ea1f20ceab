import type { Field } from '../api/model.ts'
import { ChoicesInput } from '../forms/choices-input.tsx'
import type { WidgetProps } from './widget.ts'

/** Whether each word of a list can be there once at most: the list then has boxes to check. */
export const isChoices = ({ item, limits }: Field): boolean =>
  item?.kind === 'choice' && limits['uniqueItems'] === true

const firstText = (refused: WidgetProps['refusedInside']): string | undefined => Object.values(refused)[0]

/** C16.1: a list of different words of a closed set. */
export const ChoicesWidget = ({ field, value, onChange, error, isReadOnly, refusedInside }: WidgetProps) => (
  <ChoicesInput
    label={field.label}
    help={field.help}
    choices={field.item?.choices ?? []}
    value={Array.isArray(value) ? value : []}
    onChange={onChange}
    error={error ?? firstText(refusedInside)}
    isReadOnly={isReadOnly}
  />
)
