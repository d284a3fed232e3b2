import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { SCAN_STATES, type ScanState } from './dispute-file.entity.ts'
import type { FileView } from './dispute-file.queries.ts'

const ScanEnum = Object.fromEntries(SCAN_STATES.map((state) => [state, state]))
registerEnumType(ScanEnum, { name: 'DisputeFileScan' })

@ObjectType('DisputeFile', {
  description: 'A file that the merchant sent. POST /dispute-files returns its bytes.',
})
export class DisputeFileType {
  @Field(() => ID) id!: string
  @Field(() => String) name!: string
  @Field(() => String, { description: 'application/pdf, image/png or image/jpeg.' }) mediaType!: string
  @Field(() => Int) sizeBytes!: number
  @Field(() => String, { description: 'SHA-256 of the content, 64 hexadecimal digits.' }) sha256!: string
  @Field(() => ScanEnum, { description: 'The result of the virus scan.' }) scan!: ScanState
  @Field(() => Int, {
    nullable: true,
    description: 'Position in the current evidence, from 0. Null: the file is not part of it.',
  })
  evidencePosition!: number | null
  @Field(() => Date) createdAt!: Date
}

export const toFileType = ({ sha256, ...file }: FileView): DisputeFileType => ({
  ...file,
  sha256: sha256.toString('hex'),
})
