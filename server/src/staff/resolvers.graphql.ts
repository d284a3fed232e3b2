import { InvitationResolver } from './invitation.graphql.ts'
import { MemberResolver } from './member.graphql.ts'
import { OwnAccountResolver } from './own-account.graphql.ts'
import { PasswordLinkResolver } from './password-link.graphql.ts'
import { SessionResolver } from './session.graphql.ts'
import { SignInResolver } from './sign-in.graphql.ts'
import { StaffResolver } from './staff.graphql.ts'
import { ViewResolver } from './view.graphql.ts'

export const staffResolvers = [
  InvitationResolver,
  MemberResolver,
  OwnAccountResolver,
  PasswordLinkResolver,
  SessionResolver,
  SignInResolver,
  StaffResolver,
  ViewResolver,
] as const
