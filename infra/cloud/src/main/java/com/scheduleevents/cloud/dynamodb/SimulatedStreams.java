package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.requests.KnownFields;
import com.scheduleevents.cloud.time.RealTime;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.SequenceNumberRange;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The API of DynamoDB Streams over the streams of simulated tables. An iterator is the name of a shard and a place in it; it never expires. */
public final class SimulatedStreams implements DynamoDbStreamsClient {

    private static final KnownFields DESCRIBE = KnownFields.of("StreamArn", "ExclusiveStartShardId");
    private static final KnownFields ITERATOR =
            KnownFields.of("StreamArn", "ShardId", "ShardIteratorType", "SequenceNumber");
    private static final KnownFields RECORDS = KnownFields.of("ShardIterator", "Limit");
    private static final String TABLE = ":table/";
    private static final String LABEL = "/stream/";

    /** DynamoDB API Reference, GetRecords: the most records of one response. */
    private static final int MOST_RECORDS = 1000;

    private final SimulatedDynamoDb tables;
    private final RealTime time;

    /** The streams of these tables. */
    public SimulatedStreams(SimulatedDynamoDb tables, RealTime time) {
        this.tables = tables;
        this.time = time;
    }

    @Override
    public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
        DESCRIBE.require(request);
        List<Shard> shards = stream(request.streamArn()).shards().stream()
                .filter(shard -> request.exclusiveStartShardId() == null
                        || shard.id().compareTo(request.exclusiveStartShardId()) > 0)
                .map(SimulatedStreams::described)
                .toList();
        return DescribeStreamResponse.builder()
                .streamDescription(description ->
                        description.streamArn(request.streamArn()).shards(shards))
                .build();
    }

    private static Shard described(StreamShard shard) {
        Shard.Builder described = Shard.builder()
                .shardId(shard.id())
                .sequenceNumberRange(SequenceNumberRange.builder()
                        .startingSequenceNumber(ChangeRecord.written(shard.trimmed()))
                        .build());
        shard.parent().map(StreamShard::id).ifPresent(described::parentShardId);
        return described.build();
    }

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
        ITERATOR.require(request);
        TableStream stream = stream(request.streamArn());
        StreamShard shard = shard(stream, request.shardId());
        long after =
                switch (request.shardIteratorType()) {
                    case TRIM_HORIZON -> shard.trimmed();
                    case LATEST -> stream.lastSequenceNumber();
                    case AFTER_SEQUENCE_NUMBER -> place(shard, request.sequenceNumber());
                    case AT_SEQUENCE_NUMBER -> place(shard, request.sequenceNumber()) - 1;
                    case AT_TIMESTAMP, UNKNOWN_TO_SDK_VERSION ->
                        throw new UnsupportedOperationException(
                                ShardIteratorType.class.getSimpleName() + " " + request.shardIteratorTypeAsString());
                };
        return GetShardIteratorResponse.builder()
                .shardIterator(new Position(stream.table(), shard.id(), after).text())
                .build();
    }

    private static long place(StreamShard shard, String sequenceNumber) {
        long number = Long.parseLong(sequenceNumber);
        if (number < shard.trimmed()) {
            throw TrimmedDataAccessException.builder()
                    .message("The sequence number is older than the records that are kept.")
                    .build();
        }
        return number;
    }

    @Override
    public GetRecordsResponse getRecords(GetRecordsRequest request) {
        RECORDS.require(request);
        Position position = Position.parse(request.shardIterator());
        StreamShard shard = shard(tables.stream(position.table()), position.shard());
        int most = Optional.ofNullable(request.limit()).orElse(MOST_RECORDS);
        List<ChangeRecord> records = shard.read(position.after(), most, time.now());
        if (shard.trimmed() > position.after()) {
            throw TrimmedDataAccessException.builder()
                    .message("Records after the iterator's place are not kept any more.")
                    .build();
        }
        GetRecordsResponse.Builder response = GetRecordsResponse.builder()
                .records(records.stream().map(ChangeRecord::returned).toList());
        if (!records.isEmpty()) {
            response.nextShardIterator(
                    position.at(records.getLast().sequenceNumber()).text());
        } else if (!shard.isClosed()) {
            response.nextShardIterator(position.text());
        }
        return response.build();
    }

    private TableStream stream(String arn) {
        int label = arn.indexOf(LABEL);
        if (!arn.contains(TABLE) || label < 0) {
            throw notFound("Stream not found: " + arn);
        }
        return tables.stream(arn.substring(arn.indexOf(TABLE) + TABLE.length(), label));
    }

    private static StreamShard shard(TableStream stream, String id) {
        return stream.shards().stream()
                .filter(shard -> shard.id().equals(id))
                .findFirst()
                .orElseThrow(() -> notFound("Shard not found: " + id));
    }

    private static ResourceNotFoundException notFound(String message) {
        return ResourceNotFoundException.builder().message(message).build();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    /** A place in a shard: after the record with a sequence number. */
    private record Position(String table, String shard, long after) {

        static Position parse(String text) {
            String[] parts = text.split("/", -1);
            return new Position(parts[0], parts[1], Long.parseLong(parts[2]));
        }

        Position at(long sequenceNumber) {
            return new Position(table, shard, sequenceNumber);
        }

        String text() {
            return table + "/" + shard + "/" + after;
        }
    }
}
