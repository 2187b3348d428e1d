ALTER TABLE "host_turns" RENAME TO "host_locks";--> statement-breakpoint
ALTER TABLE "email_codes" RENAME COLUMN "holder" TO "requested_by";--> statement-breakpoint
ALTER TABLE "sign_ups" RENAME COLUMN "holder" TO "token_hash";--> statement-breakpoint
ALTER TABLE "email_codes" DROP CONSTRAINT "email_codes_purpose_holder_pk";--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_purpose_requested_by_pk" PRIMARY KEY("purpose","requested_by");