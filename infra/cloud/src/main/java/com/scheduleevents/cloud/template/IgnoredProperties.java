package com.scheduleevents.cloud.template;

import java.util.Set;

/** The sections and properties of a template that the emulator ignores. */
final class IgnoredProperties {

    /** Sections beside Resources. */
    static final Set<String> SECTIONS =
            Set.of("AWSTemplateFormatVersion", "Transform", "Description", "Metadata", "Rules");

    /** Attributes of a resource beside Type and Properties. */
    static final Set<String> OF_EVERY_RESOURCE =
            Set.of("DependsOn", "DeletionPolicy", "UpdateReplacePolicy", "Metadata");

    static final Set<String> RESOURCE_TYPES = Set.of(
            "AWS::ApiGateway::Account",
            "AWS::ApiGateway::BasePathMapping",
            "AWS::ApiGateway::DomainName",
            "AWS::ApiGateway::UsagePlan",
            "AWS::Budgets::Budget",
            "AWS::CloudWatch::Alarm",
            "AWS::CloudWatch::CompositeAlarm",
            "AWS::CloudWatch::Dashboard",
            "AWS::IAM::ManagedPolicy",
            "AWS::IAM::Policy",
            "AWS::IAM::Role",
            "AWS::KMS::Alias",
            "AWS::Logs::LogGroup",
            "AWS::Logs::MetricFilter",
            "AWS::Route53::RecordSet",
            "AWS::SES::ConfigurationSet",
            "AWS::SES::ConfigurationSetEventDestination",
            "AWS::SNS::Subscription",
            "AWS::SNS::Topic",
            "AWS::SNS::TopicPolicy",
            "AWS::SQS::QueuePolicy",
            "AWS::WAFv2::WebACL",
            "AWS::WAFv2::WebACLAssociation");

    static final Set<String> OF_FUNCTIONS = Set.of(
            "Architectures",
            "AutoPublishAlias",
            "AutoPublishAliasAllProperties",
            "DeploymentPreference",
            "Description",
            "LoggingConfig",
            "PermissionsBoundary",
            "ProvisionedConcurrencyConfig",
            "RecursiveLoop",
            "Role",
            "RuntimeManagementConfig",
            "SnapStart",
            "Tags",
            "Tracing",
            "VersionDeletionPolicy",
            "VpcConfig");

    static final Set<String> OF_APIS = Set.of(
            "AccessLogSetting",
            "Description",
            "Domain",
            "EndpointConfiguration",
            "MethodSettings",
            "Name",
            "OpenApiVersion",
            "Tags",
            "TracingEnabled");

    static final Set<String> OF_TABLES = Set.of(
            "BillingMode",
            "ContributorInsightsSpecification",
            "DeletionProtectionEnabled",
            "OnDemandThroughput",
            "PointInTimeRecoverySpecification",
            "ProvisionedThroughput",
            "ResourcePolicy",
            "SSESpecification",
            "TableClass",
            "Tags",
            "WarmThroughput");

    static final Set<String> OF_QUEUES = Set.of(
            "KmsDataKeyReusePeriodSeconds", "KmsMasterKeyId", "RedriveAllowPolicy", "SqsManagedSseEnabled", "Tags");

    static final Set<String> OF_KEYS = Set.of(
            "Description",
            "EnableKeyRotation",
            "Enabled",
            "KeyPolicy",
            "KeySpec",
            "KeyUsage",
            "MultiRegion",
            "PendingWindowInDays",
            "RotationPeriodInDays",
            "Tags");

    static final Set<String> OF_OUTPUTS = Set.of("Description", "Export");

    private IgnoredProperties() {}
}
