CREATE TABLE "account_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"id_token" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_audit_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" text NOT NULL,
	"action" text NOT NULL,
	"target_type" text,
	"target_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_users" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "daily_usage" (
	"user_id" text NOT NULL,
	"date" date NOT NULL,
	"questions" integer DEFAULT 0 NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "daily_usage_user_id_date_pk" PRIMARY KEY("user_id","date")
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"purpose" text NOT NULL,
	"holder" text NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_codes_purpose_holder_pk" PRIMARY KEY("purpose","holder")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "reset_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"holder" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "two_factors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "user_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"tier" text DEFAULT 'free' NOT NULL,
	"workdrive_workspace_id" text,
	"workdrive_folder_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"request" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"file_name" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"resource_id" text,
	"link" text,
	"error" text,
	"failure" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zoho_auth_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_type" text NOT NULL,
	"request_url" text,
	"request_method" text,
	"request_headers" jsonb,
	"request_payload" jsonb,
	"response_status" integer,
	"response_headers" jsonb,
	"response_data" jsonb,
	"error" text,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "zoho_auth_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"admin_id" text NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_citations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"marker" integer NOT NULL,
	"page_id" uuid,
	"passage_id" uuid,
	"url" text NOT NULL,
	"title" text NOT NULL,
	"sentence" text NOT NULL,
	"verified" boolean NOT NULL,
	"kind" text DEFAULT 'source' NOT NULL,
	"gone" text,
	"gone_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"chat_id" uuid NOT NULL,
	"position" bigserial NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"engine" text,
	"used" jsonb,
	"offers" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_pages" (
	"chat_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"selected" boolean DEFAULT false NOT NULL,
	"position" bigserial NOT NULL,
	CONSTRAINT "chat_pages_chat_id_page_id_pk" PRIMARY KEY("chat_id","page_id")
);
--> statement-breakpoint
CREATE TABLE "chat_shares" (
	"chat_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_shares_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "message_words" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notebooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_words" (
	"page_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_chats" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"notebook_id" uuid NOT NULL,
	"title" text NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"check_every" text,
	"check_due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unsaved_messages" (
	"crawl_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"message" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unsaved_messages_crawl_id_position_pk" PRIMARY KEY("crawl_id","position")
);
--> statement-breakpoint
CREATE TABLE "chat_check_pages" (
	"check_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"detail_message" jsonb,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"new_page_id" uuid,
	"difference" jsonb,
	CONSTRAINT "chat_check_pages_check_id_page_id_pk" PRIMARY KEY("check_id","page_id")
);
--> statement-breakpoint
CREATE TABLE "chat_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"chat_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'checking' NOT NULL,
	"error" jsonb,
	"scheduled" boolean DEFAULT false NOT NULL,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"pages_total" integer NOT NULL,
	"pages_checked" integer DEFAULT 0 NOT NULL,
	"pages_changed" integer DEFAULT 0 NOT NULL,
	"pages_gone" integer DEFAULT 0 NOT NULL,
	"pages_failed" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "crawls" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"chat_id" uuid,
	"settings" jsonb DEFAULT '{"include":[],"exclude":[],"delayMs":0,"reader":"auto","country":null,"sitemap":false,"keepQuery":false}'::jsonb NOT NULL,
	"branches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sealed_headers" text,
	"seeds_pending" boolean DEFAULT false NOT NULL,
	"mail_at_end" boolean DEFAULT false NOT NULL,
	"url" text NOT NULL,
	"protocol" text NOT NULL,
	"host" text NOT NULL,
	"path_prefix" text NOT NULL,
	"max_pages" integer NOT NULL,
	"max_depth" integer NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"error" jsonb,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"pages_found" integer DEFAULT 0 NOT NULL,
	"pages_crawled" integer DEFAULT 0 NOT NULL,
	"current_url" text DEFAULT '' NOT NULL,
	"current_depth" integer DEFAULT 0 NOT NULL,
	"waiting" jsonb,
	"next_step_at" timestamp with time zone,
	"leased_by" text,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "frontier" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"crawl_id" uuid NOT NULL,
	"url" text NOT NULL,
	"fetch_url" text NOT NULL,
	"depth" smallint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"detail" text DEFAULT '' NOT NULL,
	"detail_message" jsonb,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"canonical_of" text,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "host_turns" (
	"host" text PRIMARY KEY NOT NULL,
	"held_by" text NOT NULL,
	"held_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"crawl_id" uuid,
	"url" text NOT NULL,
	"final_url" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"content_hash" text NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"depth" smallint NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"main_points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"topics" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"analysis" text DEFAULT 'pending' NOT NULL,
	"analysed_by" text,
	"selected" boolean DEFAULT false NOT NULL,
	"processed_hash" text,
	"etag" text,
	"last_modified" text,
	"read_by" text DEFAULT 'http' NOT NULL,
	"fetched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	"version_of" uuid,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passage_vectors" (
	"passage_id" uuid PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"text_hash" text NOT NULL,
	"vector" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"heading_path" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"start_offset" integer NOT NULL,
	"end_offset" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_ledger" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"crawl_id" uuid,
	"url" text,
	"day" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"subscription_id" text,
	"status" text DEFAULT 'none' NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"current_period_end" timestamp with time zone,
	"told_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_customer_id_unique" UNIQUE("customer_id"),
	CONSTRAINT "subscriptions_subscription_id_unique" UNIQUE("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "user_credits" (
	"user_id" text PRIMARY KEY NOT NULL,
	"credits_count" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credits_never_negative" CHECK ("user_credits"."credits_count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_users" ADD CONSTRAINT "admin_users_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_usage" ADD CONSTRAINT "daily_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_files" ADD CONSTRAINT "stored_files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zoho_auth_states" ADD CONSTRAINT "zoho_auth_states_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_citations" ADD CONSTRAINT "chat_citations_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_citations" ADD CONSTRAINT "chat_citations_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_chat_id_saved_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_pages" ADD CONSTRAINT "chat_pages_chat_id_saved_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_pages" ADD CONSTRAINT "chat_pages_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_shares" ADD CONSTRAINT "chat_shares_chat_id_saved_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_words" ADD CONSTRAINT "message_words_message_id_chat_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."chat_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notebooks" ADD CONSTRAINT "notebooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_words" ADD CONSTRAINT "page_words_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_chats" ADD CONSTRAINT "saved_chats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_chats" ADD CONSTRAINT "saved_chats_notebook_id_notebooks_id_fk" FOREIGN KEY ("notebook_id") REFERENCES "public"."notebooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsaved_messages" ADD CONSTRAINT "unsaved_messages_crawl_id_crawls_id_fk" FOREIGN KEY ("crawl_id") REFERENCES "public"."crawls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_check_pages" ADD CONSTRAINT "chat_check_pages_check_id_chat_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."chat_checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_check_pages" ADD CONSTRAINT "chat_check_pages_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_check_pages" ADD CONSTRAINT "chat_check_pages_new_page_id_pages_id_fk" FOREIGN KEY ("new_page_id") REFERENCES "public"."pages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_checks" ADD CONSTRAINT "chat_checks_chat_id_saved_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."saved_chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_checks" ADD CONSTRAINT "chat_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crawls" ADD CONSTRAINT "crawls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "frontier" ADD CONSTRAINT "frontier_crawl_id_crawls_id_fk" FOREIGN KEY ("crawl_id") REFERENCES "public"."crawls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_crawl" FOREIGN KEY ("crawl_id") REFERENCES "public"."crawls"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_first_version" FOREIGN KEY ("version_of") REFERENCES "public"."pages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passage_vectors" ADD CONSTRAINT "passage_vectors_passage_id_passages_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."passages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_credits" ADD CONSTRAINT "user_credits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user_id" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_identity" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "admin_audit_logs_created_at" ON "admin_audit_logs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "daily_usage_last_seen_at" ON "daily_usage" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "daily_usage_date" ON "daily_usage" USING btree ("date");--> statement-breakpoint
CREATE INDEX "email_codes_expires_at" ON "email_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "reset_links_email" ON "reset_links" USING btree ("email");--> statement-breakpoint
CREATE INDEX "reset_links_expires_at" ON "reset_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "sign_ups_created_at" ON "sign_ups" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "stored_files_user" ON "stored_files" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "zoho_auth_logs_timestamp" ON "zoho_auth_logs" USING btree ("timestamp");--> statement-breakpoint
CREATE INDEX "chat_citations_message" ON "chat_citations" USING btree ("message_id","marker");--> statement-breakpoint
CREATE INDEX "chat_citations_page" ON "chat_citations" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "chat_messages_chat" ON "chat_messages" USING btree ("chat_id","position");--> statement-breakpoint
CREATE INDEX "chat_pages_page" ON "chat_pages" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "message_words_words" ON "message_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "notebooks_user" ON "notebooks" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notebooks_one_default" ON "notebooks" USING btree ("user_id") WHERE "notebooks"."is_default";--> statement-breakpoint
CREATE INDEX "page_words_words" ON "page_words" USING gin ("words");--> statement-breakpoint
CREATE INDEX "saved_chats_listed" ON "saved_chats" USING btree ("user_id","pinned","created_at","id") WHERE "saved_chats"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "saved_chats_user" ON "saved_chats" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "saved_chats_notebook" ON "saved_chats" USING btree ("notebook_id");--> statement-breakpoint
CREATE INDEX "chat_check_pages_waiting" ON "chat_check_pages" USING btree ("check_id","position") WHERE "chat_check_pages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "chat_check_pages_page" ON "chat_check_pages" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "chat_check_pages_new" ON "chat_check_pages" USING btree ("new_page_id");--> statement-breakpoint
CREATE INDEX "chat_checks_chat" ON "chat_checks" USING btree ("chat_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_checks_one_running" ON "chat_checks" USING btree ("chat_id") WHERE "chat_checks"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "crawls_user" ON "crawls" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "crawls_created_at" ON "crawls" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "crawls_host_taken" ON "crawls" USING btree ("host") WHERE "crawls"."leased_by" is not null;--> statement-breakpoint
CREATE INDEX "crawls_due" ON "crawls" USING btree ("next_step_at") WHERE "crawls"."next_step_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "frontier_crawl_url" ON "frontier" USING btree ("crawl_id","url");--> statement-breakpoint
CREATE INDEX "frontier_next" ON "frontier" USING btree ("crawl_id","depth","id") WHERE "frontier"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "frontier_skipped" ON "frontier" USING btree ("crawl_id","id") WHERE "frontier"."state" = 'skipped';--> statement-breakpoint
CREATE UNIQUE INDEX "pages_crawl_url" ON "pages" USING btree ("crawl_id","url");--> statement-breakpoint
CREATE INDEX "pages_crawl_hash" ON "pages" USING btree ("crawl_id","content_hash");--> statement-breakpoint
CREATE INDEX "pages_user" ON "pages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pages_analysis_pending" ON "pages" USING btree ("crawl_id") WHERE "pages"."analysis" = 'pending';--> statement-breakpoint
CREATE INDEX "pages_version_of" ON "pages" USING btree ("version_of") WHERE "pages"."version_of" is not null;--> statement-breakpoint
CREATE INDEX "passage_vectors_text" ON "passage_vectors" USING btree ("text_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "passages_page_position" ON "passages" USING btree ("page_id","position");--> statement-breakpoint
CREATE INDEX "credit_ledger_user" ON "credit_ledger" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_ledger_pages" ON "credit_ledger" USING btree ("created_at") WHERE "credit_ledger"."reason" = 'page';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_one_charge_per_page" ON "credit_ledger" USING btree ("crawl_id","url") WHERE "credit_ledger"."reason" = 'page';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_one_charge_per_change" ON "credit_ledger" USING btree ("crawl_id","url") WHERE "credit_ledger"."reason" = 'change';--> statement-breakpoint
CREATE UNIQUE INDEX "credit_ledger_one_return_per_day" ON "credit_ledger" USING btree ("user_id","day") WHERE "credit_ledger"."reason" = 'daily';--> statement-breakpoint
CREATE INDEX "payment_events_received_at" ON "payment_events" USING btree ("received_at");