package io.askr.sample.quakes;

import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.HttpStatus;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Takes any feed in the format of the United States Geological Survey, whatever its content type says. */
@RestController
class FeedController {

    private final FeedReader reader;
    private final FeedIntake intake;
    private final DataSize maxSize;

    FeedController(FeedReader reader, FeedIntake intake, QuakeProperties properties) {
        this.reader = reader;
        this.intake = intake;
        this.maxSize = properties.maxFeedSize();
    }

    @PostMapping("/api/feed")
    FeedReceipt take(InputStream body) throws IOException {
        return intake.take(reader.read(bounded(body)));
    }

    private byte[] bounded(InputStream body) throws IOException {
        int most = Math.toIntExact(maxSize.toBytes());
        byte[] bytes = body.readNBytes(most);
        if (body.read() >= 0) {
            throw new FeedRefused(
                    HttpStatus.CONTENT_TOO_LARGE,
                    "The feed is larger than " + most + " bytes (quakes.max-feed-size): send it in parts");
        }
        return bytes;
    }
}
