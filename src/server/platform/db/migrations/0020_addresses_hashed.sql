DROP TABLE "rate_limits" CASCADE;--> statement-breakpoint
DELETE FROM "account_limits" WHERE "key" ~ '^(mail|password|visitor|published files) ';
